//! The one property: *kernel then reference* gives what *reference alone* gives, on every tier.

use crate::form::Form;
use crate::memory::{Guarded, Place, Plain};
use crate::random::Random;
use std::fmt::Debug;
use utf8kit::tiers::available;
use utf8kit::{ConvertError, ConvertErrorKind, DestinationFull, IllFormed, Lossy, Tier};

/// An operation that every tier has to do as the reference engine does it.
pub trait Operation {
    type Source: Plain + Debug + PartialEq;

    fn form(&self) -> &Form<Self::Source>;

    /// Memory to check in, for sources of at most `longest` units.
    fn checker(&self, longest: usize) -> impl Checker<Self::Source>;
}

/// Checks one operation again and again in the same memory.
pub trait Checker<S> {
    /// Checks every tier on `source`, with a destination of the needed size and `more` units (less, if negative) and,
    /// if `more` is 0, with a roomy one as well. Panics where a tier differs.
    fn check(&mut self, source: &[S], more: isize);

    /// Checks every tier on `source` once: at one end of memory or the other, with room to spare or without.
    fn check_once(&mut self, source: &[S]);

    /// How many units at the beginning of `source` the kernel of `tier` takes by itself, with all the room it could ask
    /// for.
    fn ahead(&mut self, tier: Tier, source: &[S]) -> usize;

    /// How many units the reference engine makes of `source`, or of what comes before the first error: the need.
    fn need(&mut self, source: &[S]) -> usize;
}

/// Finding the first error.
pub struct Validation<S: 'static> {
    pub form: &'static Form<S>,
    pub kernel: fn(Tier, &[S]) -> usize,
    pub engine: fn(Tier, &[S]) -> Result<(), IllFormed>,
    pub reference: fn(&[S]) -> Result<(), IllFormed>,
}

/// A conversion on one tier.
type OnTier<S, D, R> = fn(Tier, &[S], &mut [D]) -> R;

/// Conversion to another form, strict and lossy.
pub struct Conversion<S: 'static, D> {
    pub form: &'static Form<S>,
    /// The most units that one unit of the source can become, also when it is replaced.
    pub growth: usize,
    pub kernel: OnTier<S, D, (usize, usize)>,
    pub engine: OnTier<S, D, Result<usize, ConvertError>>,
    pub lossy: OnTier<S, D, Result<Lossy, DestinationFull>>,
    pub reference: fn(&[S], &mut [D]) -> Result<usize, ConvertError>,
    pub reference_lossy: fn(&[S], &mut [D]) -> Result<Lossy, DestinationFull>,
}

/// Finding a length in other units, which every tier does as plain code does it.
pub struct Length<S: 'static> {
    pub form: &'static Form<S>,
    pub kernel: fn(Tier, &[S]) -> usize,
    /// Is the length of such text specified?
    pub is_specified: fn(&[S]) -> bool,
}

const PLACES: [Place; 2] = [Place::End, Place::Start];

impl<S: Plain + Debug + PartialEq> Operation for Validation<S> {
    type Source = S;

    fn form(&self) -> &Form<S> {
        self.form
    }

    fn checker(&self, longest: usize) -> impl Checker<S> {
        ValidationChecker {
            operation: self,
            memory: Guarded::new(longest),
            turns: Random(1),
        }
    }
}

struct ValidationChecker<'o, S: 'static> {
    operation: &'o Validation<S>,
    memory: Guarded<S>,
    turns: Random,
}

impl<S: Plain + Debug + PartialEq> ValidationChecker<'_, S> {
    fn check_at(&mut self, source: &[S], place: Place) {
        let operation = self.operation;
        let expected = (operation.reference)(source);
        let valid_up_to = expected.map_or_else(|error| error.valid_up_to(), |()| source.len());
        let placed = self.memory.source(source, place);
        for tier in available() {
            let result = (operation.engine)(tier, placed);
            assert_eq!(result, expected, "{tier}, {place:?}: {source:X?}");
            let ahead = (operation.kernel)(tier, placed);
            let is_proved = ahead <= valid_up_to && (operation.reference)(&source[..ahead]).is_ok();
            assert!(is_proved, "{tier}, {place:?}: {ahead} is too far in {source:X?}");
        }
    }
}

impl<S: Plain + Debug + PartialEq> Checker<S> for ValidationChecker<'_, S> {
    fn check(&mut self, source: &[S], more: isize) {
        if more == 0 {
            PLACES.into_iter().for_each(|place| self.check_at(source, place));
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.turns.choose(&PLACES);
        self.check_at(source, place);
    }

    fn ahead(&mut self, tier: Tier, source: &[S]) -> usize {
        (self.operation.kernel)(tier, self.memory.source(source, Place::End))
    }

    fn need(&mut self, _: &[S]) -> usize {
        0
    }
}

impl<S: Plain + Debug + PartialEq> Operation for Length<S> {
    type Source = S;

    fn form(&self) -> &Form<S> {
        self.form
    }

    fn checker(&self, longest: usize) -> impl Checker<S> {
        LengthChecker {
            operation: self,
            memory: Guarded::new(longest),
            turns: Random(1),
        }
    }
}

struct LengthChecker<'o, S: 'static> {
    operation: &'o Length<S>,
    memory: Guarded<S>,
    turns: Random,
}

impl<S: Plain + Debug + PartialEq> LengthChecker<'_, S> {
    fn check_at(&mut self, source: &[S], place: Place) {
        let Length {
            kernel, is_specified, ..
        } = self.operation;
        let expected = kernel(Tier::Portable, source);
        let placed = self.memory.source(source, place);
        for tier in available() {
            let len = kernel(tier, placed);
            let is_right = len == expected || !is_specified(source);
            assert!(is_right, "{tier}, {place:?}: {len}, not {expected}: {source:X?}");
        }
    }
}

impl<S: Plain + Debug + PartialEq> Checker<S> for LengthChecker<'_, S> {
    fn check(&mut self, source: &[S], more: isize) {
        if more == 0 {
            PLACES.into_iter().for_each(|place| self.check_at(source, place));
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.turns.choose(&PLACES);
        self.check_at(source, place);
    }

    fn ahead(&mut self, _: Tier, source: &[S]) -> usize {
        source.len()
    }

    fn need(&mut self, _: &[S]) -> usize {
        0
    }
}

impl<S: Plain + Debug + PartialEq, D: Plain + Debug + PartialEq + Default> Operation for Conversion<S, D> {
    type Source = S;

    fn form(&self) -> &Form<S> {
        self.form
    }

    fn checker(&self, longest: usize) -> impl Checker<S> {
        let room = longest * self.growth + ROOMY;
        ConversionChecker {
            operation: self,
            source: Guarded::new(longest),
            destination: Guarded::new(room),
            expected: vec![D::default(); room],
            turns: Random(1),
        }
    }
}

/// So many units more than any source can need are all that a kernel could ask for.
const ROOMY: usize = 1024;

struct ConversionChecker<'o, S: 'static, D> {
    operation: &'o Conversion<S, D>,
    source: Guarded<S>,
    destination: Guarded<D>,
    expected: Vec<D>,
    turns: Random,
}

impl<S: Plain + Debug + PartialEq, D: Plain + Debug + PartialEq + Default> ConversionChecker<'_, S, D> {
    fn roomy(&self, source: &[S]) -> usize {
        source.len() * self.operation.growth + ROOMY
    }

    fn check_room(&mut self, source: &[S], room: usize, place: Place) {
        let operation = self.operation;
        let placed = self.source.source(source, place);
        let expected = (operation.reference)(source, &mut self.expected[..room]);
        let written = expected.unwrap_or_else(|error| error.written());
        for tier in available() {
            let about = || format!("{tier}, {place:?}, room for {room}: {source:X?}");
            let destination = self.destination.destination(room, place);
            let result = (operation.engine)(tier, placed, destination);
            assert_eq!(result, expected, "{}", about());
            assert!(destination[..written] == self.expected[..written], "{}", about());
            assert!(self.destination.is_clean_around(room, place), "{}", about());

            let destination = self.destination.destination(room, place);
            let (read, ahead) = (operation.kernel)(tier, placed, destination);
            assert!(read <= source.len() && ahead <= written, "{}", about());
            assert!(destination[..ahead] == self.expected[..ahead], "{}", about());
            assert!(self.destination.is_clean_around(room, place), "{}", about());
            let proved = (operation.reference)(&source[..read], &mut self.expected[..room]);
            assert_eq!(proved, Ok(ahead), "{}", about());
        }
        let is_ill_formed =
            expected.is_err_and(|error| matches!(error.kind(), ConvertErrorKind::IllFormed(_)));
        if is_ill_formed {
            self.check_lossy(source, room, place);
        }
    }

    fn check_lossy(&mut self, source: &[S], room: usize, place: Place) {
        let operation = self.operation;
        let placed = self.source.source(source, place);
        let expected = (operation.reference_lossy)(source, &mut self.expected[..room]);
        let written = expected.map_or_else(|full| full.written(), |lossy| lossy.written);
        for tier in available() {
            let about = || format!("lossy, {tier}, {place:?}, room for {room}: {source:X?}");
            let destination = self.destination.destination(room, place);
            let result = (operation.lossy)(tier, placed, destination);
            assert_eq!(result, expected, "{}", about());
            assert!(destination[..written] == self.expected[..written], "{}", about());
            assert!(self.destination.is_clean_around(room, place), "{}", about());
        }
    }
}

impl<S: Plain + Debug + PartialEq, D: Plain + Debug + PartialEq + Default> Checker<S>
    for ConversionChecker<'_, S, D>
{
    fn check(&mut self, source: &[S], more: isize) {
        let need = self.need(source);
        let Some(room) = need.checked_add_signed(more) else {
            return;
        };
        for place in PLACES {
            self.check_room(source, room, place);
            if more == 0 {
                self.check_room(source, self.roomy(source), place);
            }
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.turns.choose(&PLACES);
        let room = if self.turns.below(2) == 0 {
            self.need(source)
        } else {
            self.roomy(source)
        };
        self.check_room(source, room, place);
    }

    fn ahead(&mut self, tier: Tier, source: &[S]) -> usize {
        let destination = self.destination.destination(self.roomy(source), Place::End);
        (self.operation.kernel)(tier, self.source.source(source, Place::End), destination).0
    }

    fn need(&mut self, source: &[S]) -> usize {
        match (self.operation.reference_lossy)(source, &mut self.expected) {
            Ok(lossy) => lossy.written,
            Err(full) => panic!("the bound is too small: {full}"),
        }
    }
}
