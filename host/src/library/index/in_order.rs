//! Work on several threads whose results come in the order of the jobs.

use std::sync::mpsc::{channel, sync_channel};
use std::thread;

/// Jobs of each thread that wait or are done and not yet taken.
const AHEAD: usize = 32;

/// Passes each job of `next` through `work`, on so many threads, and the results to `take`, in order. Both are called on
/// this thread. It ends after `next` has no job, or with the first error.
pub(super) fn in_order<T: Send, R: Send, E>(
    threads: usize,
    mut next: impl FnMut() -> Result<Option<T>, E>,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    if threads < 2 {
        while let Some(job) = next()? {
            take(work(job))?;
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let work = &work;
        let lane = || {
            let (jobs, waiting) = sync_channel(AHEAD);
            let (done, results) = channel();
            scope.spawn(move || waiting.into_iter().try_for_each(|job| done.send(work(job))));
            (jobs, results)
        };
        let lanes: Vec<_> = (0..threads).map(|_| lane()).collect();
        let (mut sent, mut taken, mut is_over) = (0, 0, false);
        loop {
            while !is_over && sent < taken + AHEAD * threads {
                match next()?.map(|job| lanes[sent % threads].0.send(job)) {
                    Some(Ok(())) => sent += 1,
                    None | Some(Err(_)) => is_over = true,
                }
            }
            // The scope passes the panic of a thread on.
            let Some(result) = (taken < sent).then(|| lanes[taken % threads].1.recv().ok()).flatten() else {
                return Ok(());
            };
            taken += 1;
            take(result)?;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 8] {
            for count in [0, 1, 2, 31, 32, 1_000] {
                let (mut jobs, mut taken) = (0..count, Vec::new());
                let next = || Ok::<_, ()>(jobs.next());
                let double = |job: usize| {
                    if job.is_multiple_of(7) {
                        thread::yield_now();
                    }
                    job * 2
                };
                in_order(threads, next, double, |result| {
                    taken.push(result);
                    Ok(())
                })
                .unwrap();
                assert_eq!(taken, (0..count).map(|job| job * 2).collect::<Vec<_>>(), "{threads} threads");
            }
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let mut jobs = 0..1_000;
        let taken = in_order(2, || Ok(jobs.next()), |job| job, |job| if job == 5 { Err(job) } else { Ok(()) });
        assert_eq!(taken, Err(5));
        assert!(jobs.next().is_some_and(|next| next < 100), "the rest is not read");
        let failed: Result<(), &str> = in_order(2, || Err("no row"), |job: ()| job, |()| Ok(()));
        assert_eq!(failed, Err("no row"));
    }
}
