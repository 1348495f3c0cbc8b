//! `duiyi datagen classics judge`: judges compositions with the prover and the engine.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::{Score, Side};
use duiyi_core::classics::judgement::LEVEL_CP;
use duiyi_core::classics::strategy::StrategyProver;
use duiyi_core::classics::{ClassicFinding, Composition, Improvement, Judgement};
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::engine::{Engine as _, EngineRequest, World};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{InfoSink, Level, Limits, SearchInfo, SearchOptions, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::{Move, Position};

use super::list::{self, JudgementList};
use crate::input;
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 16;
/// Suggestions of one proof, and the share of the nodes for each.
const PROOF_CALLS: u32 = 150;
const PROOF_SHARE: u64 = 10;
/// The share of the nodes for each position of the main line, and for one beside the start.
const LINE_SHARE: u64 = 10;
const SIDE_SHARE: u64 = 2;
/// How many times the nodes a search gets that would contradict the manual.
const DOUBT_TIMES: u64 = 4;
/// Most contradictions that are looked at in one composition.
const DOUBTS_MAX: usize = 2;
/// The least loss of one move that counts as the mistake of a game, in centipawns.
const MISTAKE_CP: i32 = 150;
/// Evaluations beyond it count alike when mistakes are compared.
const CAP_CP: i32 = 800;
/// Most moves of a better line.
const LINE_MAX: usize = 9;

/// Judge the compositions of a packed file
///
/// The main line is searched from its end to its start with one table, so that its mates are seen early. A mate of the
/// start is then proved: one move against each defence. Compositions with a stated win come first, then the others, then
/// games. A list that exists is continued, and a judgement with as many nodes in the file is left out. The last line is
/// `judged N of N`: how many the list has.
#[derive(clap::Args)]
pub struct Args {
    /// The nodes for the start of a composition
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Judge at most this many
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Take each STEP-th composition that is left, for a sample
    #[arg(long, value_name = "STEP", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    each: u32,
    /// The list of judgements
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The packed file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    input::expect_unread(&args.out, [&args.file])?;
    let file = super::read(&args.file)?;
    let judged_by = format!("{} {}", env!("CARGO_PKG_VERSION"), args.nodes);
    let mut list = JudgementList::open(&args.out, &judged_by)?;
    let mut order: Vec<(usize, &Composition)> = file.compositions.iter().enumerate().collect();
    order.sort_by_key(|(_, of)| (of.is_game(), of.claimed_winner().is_none()));
    let is_judged = |of: &Composition| of.judgement.is_some() && file.judged_by == judged_by;
    order.retain(|(index, of)| !is_judged(of) && !list.known.contains_key(&(*index, list::key(of))));
    let mut judge = Judge { engine: XiangqiEngine::new(HASH_MIB), nodes: args.nodes };
    for (index, composition) in order.into_iter().step_by(args.each as usize).take(args.most.unwrap_or(usize::MAX)) {
        let judgement = judge.judge(composition);
        list.append(index, composition, judgement)?;
    }
    writeln!(out, "judged {} of {}", list.known.len(), file.compositions.len())?;
    Ok(Status::Done)
}

/// Stops a search once it sees a mate.
struct UntilMate<'a>(&'a Stop);

impl InfoSink<Move> for UntilMate<'_> {
    fn report(&mut self, info: &SearchInfo<Move>) {
        if info.score.is_decisive() {
            self.0.ask();
        }
    }
}

struct Judge {
    engine: XiangqiEngine,
    nodes: u64,
}

impl Judge {
    fn judge(&mut self, composition: &Composition) -> Judgement {
        self.engine.clear();
        let (start, line) = (&composition.start, &composition.line);
        let winner = composition.claimed_winner();
        let along = if composition.is_game() || winner.is_some() { line.len() } else { 0 };
        let end = self.search(start, line, &[], self.nodes / SIDE_SHARE);
        let mut values = vec![end.clone(); line.len() + 1];
        for plies in (line.len().saturating_sub(along)..line.len()).rev() {
            values[plies] = self.search(start, &line[..plies], &[], self.nodes / LINE_SHARE);
        }
        if composition.is_game() {
            let improvement = self.mistake(composition, &values);
            let (start, first) = (values[0].finding, values[1.min(line.len())].finding);
            return Judgement { start, first, end: end.finding, other: None, improvement };
        }
        let mut at_start = self.search(start, &[], &[], self.nodes);
        let mut first = match line.first() {
            Some(_) if along > 0 => values[1.min(line.len())].finding,
            Some(&mv) => self.search(start, &[mv], &[], self.nodes / SIDE_SHARE).finding,
            None => at_start.finding,
        };
        let (mut other, mut improvement) = (None, None);
        let side = start.side_to_move();
        if let Some(&mv) = line.first()
            && winner == Some(side)
        {
            if !at_start.finding.is_win_of(side) {
                at_start = self.search(start, &[], &[], self.nodes * DOUBT_TIMES);
            }
            if at_start.pv.first() == Some(&mv) && at_start.finding.cp_for(side) > first.cp_for(side) {
                first = at_start.finding;
            } else if !first.is_win_of(side) && at_start.finding.is_win_of(side) {
                first = self.search(start, &[mv], &[], self.nodes * DOUBT_TIMES).finding;
            }
            if first.is_win_of(side) && at_start.finding.cp_for(side) < first.cp_for(side) {
                // The manual's move was seen to win, and the search of the start missed it.
                at_start = Searched { finding: first, pv: vec![mv] };
            }
            first = self.proved(start, Some(mv), first);
            let others: Vec<Move> = start.legal_moves().into_iter().filter(|&other| other != mv).collect();
            if at_start.finding.is_win_of(side) && !others.is_empty() {
                let found = self.search(start, &[], &others, self.nodes / SIDE_SHARE);
                if let Some(&mv) = found.pv.first()
                    && found.finding.is_win_of(side)
                {
                    other = Some((mv, self.proved(start, Some(mv), found.finding)));
                }
            }
        }
        let proofs = [Some(first), other.map(|(_, finding)| finding)];
        let proved = proofs.into_iter().flatten().find(|finding| finding.proved_winner() == Some(side));
        let start_finding = proved.unwrap_or_else(|| self.proved(start, None, at_start.finding));
        if let Some(winner) = winner {
            improvement = self.missed_defence(composition, winner, &values);
        }
        Judgement { start: start_finding, first, end: end.finding, other, improvement }
    }

    /// Returns a defence against the main line that the engine does not see lose, where the manual's reply loses.
    fn missed_defence(&mut self, composition: &Composition, winner: Side, values: &[Searched]) -> Option<Improvement> {
        let (start, line) = (&composition.start, &composition.line);
        let first = usize::from(start.side_to_move() == winner);
        let doubtful = |&plies: &usize| {
            values[plies].finding.cp_for(winner) < LEVEL_CP && values[plies + 1].finding.is_win_of(winner)
        };
        for plies in (first..line.len()).step_by(2).filter(doubtful).take(DOUBTS_MAX) {
            let found = self.search(start, &line[..plies], &[], self.nodes * DOUBT_TIMES);
            // The attacker's answer is searched as deeply: a defence that only delays a mate is none.
            let after: Vec<Move> = line[..plies].iter().copied().chain(found.pv.first().copied()).collect();
            let answer = self.search(start, &after, &[], self.nodes * DOUBT_TIMES).finding;
            if found.pv.first().is_some_and(|&mv| mv != line[plies])
                && found.finding.cp_for(winner) < LEVEL_CP
                && answer.cp_for(winner) < LEVEL_CP
            {
                let mut position = *start;
                line[..plies].iter().for_each(|&mv| {
                    position.make(mv);
                });
                let finding = self.proved(&position, None, found.finding);
                let line = found.pv[..found.pv.len().min(LINE_MAX)].to_vec();
                return Some(Improvement { after: plies, line, finding });
            }
        }
        None
    }

    /// Returns the greatest mistake of a game's main line, with the better move.
    fn mistake(&mut self, composition: &Composition, values: &[Searched]) -> Option<Improvement> {
        let line = &composition.line;
        let side = |plies: usize| {
            if plies.is_multiple_of(2) { composition.start.side_to_move() } else { !composition.start.side_to_move() }
        };
        let value = |finding: ClassicFinding, side: Side| finding.cp_for(side).clamp(-CAP_CP, CAP_CP);
        let loss =
            |plies: usize| value(values[plies].finding, side(plies)) - value(values[plies + 1].finding, side(plies));
        let mut plies: Vec<usize> = (0..line.len()).filter(|&plies| loss(plies) >= MISTAKE_CP).collect();
        plies.sort_by_key(|&plies| -loss(plies));
        for plies in plies.into_iter().take(2) {
            let played = self.search(&composition.start, &line[..=plies], &[], self.nodes / SIDE_SHARE);
            let better = self.search(&composition.start, &line[..plies], &[], self.nodes / SIDE_SHARE);
            let gained = value(better.finding, side(plies)) - value(played.finding, side(plies));
            if gained >= MISTAKE_CP && better.pv.first().is_some_and(|mv| *mv != line[plies]) {
                let line = better.pv[..better.pv.len().min(LINE_MAX)].to_vec();
                return Some(Improvement { after: plies, line, finding: better.finding });
            }
        }
        None
    }

    /// Returns a mate that the engine sees as proved, if a strategy against each defence is found.
    ///
    /// `first` is the attacker's first move, if it is given. A mate against the side to move is left as it is.
    fn proved(&mut self, start: &Position, first: Option<Move>, finding: ClassicFinding) -> ClassicFinding {
        let ClassicFinding::Mate { winner, .. } = finding else { return finding };
        if winner != start.side_to_move() {
            return finding;
        }
        let nodes = self.nodes / PROOF_SHARE;
        let suggest = |position: &Position| {
            let found = self.search(position, &[], &[], nodes);
            found.pv.first().copied().filter(|_| matches!(found.finding, ClassicFinding::Mate { .. }))
        };
        let mut prover = StrategyProver::new(suggest, PROOF_CALLS);
        let moves = match first {
            Some(mv) => prover.mates_by(start, mv),
            None => prover.mates(start),
        };
        moves.map_or(finding, |moves| ClassicFinding::Proved { winner, moves })
    }

    /// Searches the position after `line`, among the moves `only` unless that is empty.
    fn search(&mut self, start: &Position, line: &[Move], only: &[Move], nodes: u64) -> Searched {
        let (mut history, mut position) = (History::new(*start), *start);
        for &mv in line {
            history.play_unchecked(&mut position, mv);
        }
        let side = position.side_to_move();
        if position.legal_moves().is_empty() {
            return Searched { finding: ClassicFinding::Mate { winner: !side, moves: 0 }, pv: Vec::new() };
        }
        let stop = Stop::new();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = EngineRequest { history, options: SearchOptions::new(limits, Level::MAX, 0) };
        let world = World { clock: &StoppedClock, stop: &stop, report: &mut UntilMate(&stop) };
        let info = self.engine.think_among(&request, only, world);
        let pv = if info.pv().is_empty() { info.best.into_iter().collect() } else { info.pv().to_vec() };
        Searched { finding: finding(info.score, side), pv }
    }
}

/// The result of one search.
#[derive(Clone)]
struct Searched {
    finding: ClassicFinding,
    pv: Vec<Move>,
}

fn finding(score: Score, side: Side) -> ClassicFinding {
    let Some(moves) = score.moves_to_mate() else {
        return ClassicFinding::Score { cp: if side == Side::First { score.0 } else { -score.0 } };
    };
    let winner = if score.is_win() { side } else { !side };
    ClassicFinding::Mate { winner, moves: u16::try_from(moves.unsigned_abs()).unwrap_or(u16::MAX) }
}
