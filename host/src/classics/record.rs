//! A composition as a record: the main line, its variations, and what we find beside it.

use duiyi_core::base::{Score, Side};
use duiyi_core::classics::{ClassicFinding, Composition};
use duiyi_core::game::{Refusal, Setup};
use duiyi_core::record::note::Evaluation;
use duiyi_core::record::{Header, NodeId, Tree};
use duiyi_core::study::Study;

use super::{composition, shelf};

/// The remarks in the language of the window, as comments for the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassicRemarks {
    /// At the start: the stated result and the verdict.
    pub start: String,
    /// At another first move that wins.
    pub other: String,
    /// At the better play.
    pub better: String,
}

/// Returns the study of composition `index` with `remarks`, its cursor at the start.
///
/// # Errors
/// `no-classic` if the index is unknown.
pub fn record(index: usize, remarks: &ClassicRemarks) -> Result<Study, Refusal> {
    let composition = composition(index)?;
    let mut tree = Tree::new();
    let main = push(&mut tree, Tree::ROOT, &composition.line);
    tree.note_mut(Tree::ROOT).add_comment(&remarks.start);
    let node_after = |plies: usize| if plies == 0 { Tree::ROOT } else { main[plies - 1] };
    for variation in &composition.variations {
        push(&mut tree, node_after(variation.after), &variation.moves);
    }
    if let Some(judgement) = &composition.judgement {
        if let Some((mv, finding)) = judgement.other {
            note(&mut tree, Tree::ROOT, &[mv], &remarks.other, finding);
        }
        if let Some(better) = &judgement.improvement {
            note(&mut tree, node_after(better.after), &better.line, &remarks.better, better.finding);
        }
    }
    let mut header = Header::new(Setup::Xiangqi { start: composition.start });
    // A line that ends in mate has the result of the rules; what the manual states is in the remark.
    header.outcome = composition.outcome();
    header.tags.push(("Event".to_owned(), title(composition)));
    Ok(Study::of_tree(header, tree))
}

/// Returns manual, number and title.
fn title(composition: &Composition) -> String {
    let manual = &shelf().manuals()[composition.manual].title;
    let parts = [manual.as_str(), &composition.volume, &composition.number, &composition.title];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Adds a line from `node`, along moves that are there, and returns its nodes.
fn push<M: ToString>(tree: &mut Tree, mut node: NodeId, line: &[M]) -> Vec<NodeId> {
    let mut nodes = Vec::with_capacity(line.len());
    for mv in line {
        let text = mv.to_string();
        let known = tree.children(node).find(|&child| tree.mv(child) == Some(&text));
        node = known.unwrap_or_else(|| tree.push(node, text));
        nodes.push(node);
    }
    nodes
}

/// Adds a line of ours; its first move carries the remark and the evaluation.
fn note<M: ToString>(tree: &mut Tree, node: NodeId, line: &[M], remark: &str, finding: ClassicFinding) {
    if let Some(&first) = push(tree, node, line).first() {
        let note = tree.note_mut(first);
        note.add_comment(remark);
        // The length of a mate is in the remark: the record counts it from the position after the move.
        if let ClassicFinding::Score { cp } = finding {
            note.evaluation = Evaluation::of(Score(cp), Side::First, None);
        }
    }
}
