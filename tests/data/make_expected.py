#!/usr/bin/env python3
"""Writes the figures that tests/measures.rs expects, as the real tools give them.

Usage: make_expected.py TOPICS QRELS RUN MEASURE... > EXPECTED
The measures are the columns of the table that is written; those of *.curves.tsv are IPrec@0.0,
IPrec@0.1 and so on to IPrec@1.0.
Needs: pip install ir_measures==0.4.3 pytrec_eval-terrier==0.5.11
"""
import struct
import sys
from importlib.metadata import version

import ir_measures

topics_file, qrels_file, run_file, *names = sys.argv[1:]
measures = [ir_measures.parse_measure(name) for name in names]
topics = [line.split("\t") for line in open(topics_file, encoding="utf-8").read().splitlines()[1:]]
qrels = list(ir_measures.read_trec_qrels(qrels_file))


def untied(run):
    """The order of trec_eval as scores that no tool needs to break ties in.

    ir_measures computes RR@k and Judged@k itself, on doubles and breaking ties
    by ascending docno, unlike trec_eval, which computes all the others.
    """
    as_float = lambda score: struct.unpack("f", struct.pack("f", score))[0]
    ascending = sorted(run, key=lambda hit: (as_float(hit.score), hit.doc_id))
    return [hit._replace(score=place) for place, hit in enumerate(ascending)]


run = list(ir_measures.read_trec_run(run_file))
tied_as = {"RR": untied(run), "Judged": untied(run)}


def figures(qids):
    """By measure: topic to value, over the topics that have judgements."""
    chosen = [qrel for qrel in qrels if qrel.query_id in qids]
    for measure in measures:
        hits = tied_as.get(str(measure).split("@")[0], run)
        yield ir_measures.calc([measure], chosen, hits)


def row(name, values):
    print(name, *(f"{value:.4f}" for value in values), sep="\t")


judged = {qrel.query_id for qrel in qrels}
counted = [topic for topic in topics if topic[0] in judged]
print(f"# ir_measures {version('ir_measures')}, pytrec_eval-terrier {version('pytrec_eval-terrier')}")
print("topic or slice", *names, sep="\t")
per_topic = [{metric.query_id: metric.value for metric in result.per_query} for result in figures({topic[0] for topic in counted})]
for qid, *_ in counted:
    row(qid, (values[qid] for values in per_topic))
slices = [("all", lambda topic: True)]
for column, name in ((1, "lang"), (2, "kind")):
    for value in sorted({topic[column] for topic in counted}):
        slices.append((f"{name} {value}", lambda topic, column=column, value=value: topic[column] == value))
for name, belongs in slices:
    means = figures({topic[0] for topic in counted if belongs(topic)})
    row(name, (list(result.aggregated.values())[0] for result in means))
