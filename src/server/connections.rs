//! Accepting connections, and letting them end.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Connections at a time; more wait in the queue of the operating system.
const CONNECTIONS: usize = 1024;
/// Longest time for the head of a request to arrive, and for a connection to stay idle.
const HEAD_LIMIT: Duration = Duration::from_secs(30);
/// Longest time that requests get to finish when the process is told to end.
const DRAIN_LIMIT: Duration = Duration::from_secs(15);

/// Serves `router` until `told_to_end`; then takes no new connections and lets requests finish.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    told_to_end: impl Future<Output = ()>,
) {
    let open = GracefulShutdown::new();
    let mut told_to_end = pin!(told_to_end);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut told_to_end => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let connection = connection(stream, router.clone(), open.watcher());
                tokio::spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            Err(error) => {
                // Out of file descriptors, most likely; some may be free soon.
                tracing::warn!(error = error.to_string(), "a connection was not accepted");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    tracing::info!("ending; no new connections");
    if timeout(DRAIN_LIMIT, open.shutdown()).await.is_err() {
        tracing::warn!("some requests took too long to wait for");
    }
}

async fn connection(stream: TcpStream, router: Router, watcher: Watcher) {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_LIMIT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // Clients that go away or talk no HTTP are their own business.
    let _ = watcher.watch(connection).await;
}
