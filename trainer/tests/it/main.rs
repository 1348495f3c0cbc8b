//! Nets are learned from a few positions, and the engines ask them.

use duiyi_trainer::curve;
use duiyi_trainer::dataset::TargetConfig;
use duiyi_trainer::model::Model;
use duiyi_trainer::training::Epoch;

mod gomoku;
mod xiangqi;

/// Compares the steepest parts of the gradient at a sample with the differences of the loss, and returns the share of
/// those that agree: where a lane leaves its bounds, none can.
fn share_of_right_gradients<M: Model>(model: &M, sample: &M::Sample, target: &TargetConfig) -> f64 {
    // A small step meets rounding errors, a large one the bounds of lanes. A right gradient agrees with one of them.
    const STEPS: [f32; 2] = [1e-3, 1e-2];
    let (mut scratch, mut gradient) = (model.scratch(), vec![0.0; model.params().len()]);
    model.accumulate_gradient(sample, target, &mut scratch, &mut gradient);
    model.fold(&mut gradient, 1);
    let mut order: Vec<usize> = (0..gradient.len()).collect();
    order.sort_by(|&one, &other| gradient[other].abs().total_cmp(&gradient[one].abs()));
    order.truncate(200);
    let mut slope = |index: usize, step: f32| {
        let [above, below] = [step, -step].map(|step| {
            let mut changed = model.clone();
            changed.params_mut()[index] += step;
            changed.refresh(1);
            changed.accumulate_gradient(sample, target, &mut scratch, &mut vec![0.0; gradient.len()])
        });
        (above - below) / f64::from(2.0 * step)
    };
    let mut is_right = |&&index: &&usize| {
        STEPS.into_iter().any(|step| {
            let slope = slope(index, step);
            (slope - f64::from(gradient[index])).abs() < 0.03 * slope.abs() + 3e-4
        })
    };
    order.iter().filter(&mut is_right).count() as f64 / order.len() as f64
}

#[test]
fn a_curve_is_a_table_and_a_picture() {
    let epochs =
        [1, 2].map(|number| Epoch { number, train_loss: 0.6 / number as f64, validation_loss: 0.7 / number as f64 });
    assert_eq!(curve::table(&epochs), "epoch,taught,kept\n1,0.600000,0.700000\n2,0.300000,0.350000\n");
    let picture = curve::picture(&epochs, ("by hand", 0.5));
    assert_eq!(picture.matches("<polyline").count(), 2);
    assert!(picture.contains("by hand") && picture.ends_with("</svg>\n") && !picture.contains("NaN"));
}
