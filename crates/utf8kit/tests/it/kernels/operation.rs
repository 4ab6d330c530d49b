//! The property that every tier must have: *kernel then reference* gives what *reference alone* gives.

use super::encoding::SourceEncoding;
use utf8kit::tiers::available;
use utf8kit::{ConvertError, ConvertErrorKind, DestinationFull, IllFormed, Lossy, Tier};
use utf8kit_test::{CodeUnit, GuardedBuffer, Place, Random};

/// An operation whose result on every tier must be that of the reference engine.
pub trait Operation {
    type Source: CodeUnit;

    /// Returns the encoding of the sources.
    fn encoding(&self) -> &SourceEncoding<Self::Source>;

    /// Returns a checker for sources of at most `max_len` units.
    fn checker(&self, max_len: usize) -> Box<dyn Checker<Self::Source> + '_>;
}

/// Checks one operation on many sources, in the same memory.
pub trait Checker<S> {
    /// Checks every tier on `source`, with a destination that is `surplus` units larger than needed (smaller, if negative).
    /// If `surplus` is 0, checks with a large one as well. Panics if a tier differs from the reference engine.
    fn check(&mut self, source: &[S], surplus: isize);

    /// Checks every tier on `source` once, at a random end of the memory, with a destination that is large or of the size
    /// needed.
    fn check_once(&mut self, source: &[S]);

    /// Returns the number of units that the kernel of `tier` alone reads of `source`, with a large destination.
    fn ahead(&mut self, tier: Tier, source: &[S]) -> usize;

    /// Returns the number of units that a lossy conversion of `source` by the reference engine writes.
    fn needed(&mut self, source: &[S]) -> usize;
}

/// A validation: finds the first error.
pub struct Validation<S: 'static> {
    pub encoding: &'static SourceEncoding<S>,
    pub kernel: fn(Tier, &[S]) -> usize,
    pub engine: fn(Tier, &[S]) -> Result<(), IllFormed>,
    pub reference: fn(&[S]) -> Result<(), IllFormed>,
}

/// A conversion on a given tier.
pub type OnTier<S, D, R> = fn(Tier, &[S], &mut [D]) -> R;

/// A conversion to another encoding, strict and lossy.
pub struct Conversion<S: 'static, D> {
    pub encoding: &'static SourceEncoding<S>,
    /// The largest number of units that one unit of the source becomes, by conversion or by replacement.
    pub growth: usize,
    pub kernel: OnTier<S, D, (usize, usize)>,
    pub engine: OnTier<S, D, Result<usize, ConvertError>>,
    pub lossy: OnTier<S, D, Result<Lossy, DestinationFull>>,
    pub reference: fn(&[S], &mut [D]) -> Result<usize, ConvertError>,
    pub reference_lossy: fn(&[S], &mut [D]) -> Result<Lossy, DestinationFull>,
}

/// A function that computes the length in another encoding. Every tier must return what `reference` returns.
pub struct Length<S: 'static> {
    pub encoding: &'static SourceEncoding<S>,
    pub kernel: fn(Tier, &[S]) -> usize,
    pub reference: fn(&[S]) -> usize,
}

/// The result of a repair, with the numbers of units read and written if the destination is full.
pub type Repaired = Result<Lossy, (usize, usize)>;

/// A copy of UTF-16 with replacements, and the same in place.
pub struct Repair<S: 'static, D> {
    pub encoding: &'static SourceEncoding<S>,
    pub copy: OnTier<S, D, Result<Lossy, DestinationFull>>,
    /// Returns what `copy` must return.
    pub reference: fn(&[S], &mut [D]) -> Repaired,
    /// Returns the number of replacements. Must change the source to what `copy` writes, except an odd byte at the end.
    pub in_place: fn(Tier, &mut [S]) -> usize,
}

const PLACES: [Place; 2] = [Place::End, Place::Start];

impl<S: CodeUnit> Operation for Validation<S> {
    type Source = S;

    fn encoding(&self) -> &SourceEncoding<S> {
        self.encoding
    }

    fn checker(&self, max_len: usize) -> Box<dyn Checker<S> + '_> {
        Box::new(ValidationChecker {
            operation: self,
            memory: GuardedBuffer::new(max_len),
            random: Random::new(1),
        })
    }
}

struct ValidationChecker<'a, S: 'static> {
    operation: &'a Validation<S>,
    memory: GuardedBuffer<S>,
    random: Random,
}

impl<S: CodeUnit> ValidationChecker<'_, S> {
    fn check_at(&mut self, source: &[S], place: Place) {
        let operation = self.operation;
        let expected = (operation.reference)(source);
        let valid_up_to = expected.map_or_else(|error| error.valid_up_to(), |()| source.len());
        let placed = self.memory.source(source, place);
        for tier in available() {
            let result = (operation.engine)(tier, placed);
            assert_eq!(result, expected, "{tier}, {place:?}: {source:X?}");
            let ahead = (operation.kernel)(tier, placed);
            let is_correct = ahead <= valid_up_to && (operation.reference)(&source[..ahead]).is_ok();
            assert!(
                is_correct,
                "{tier}, {place:?}: the kernel goes to {ahead}, but only {valid_up_to} units are well-formed: {source:X?}"
            );
        }
    }
}

impl<S: CodeUnit> Checker<S> for ValidationChecker<'_, S> {
    fn check(&mut self, source: &[S], surplus: isize) {
        if surplus == 0 {
            PLACES.into_iter().for_each(|place| self.check_at(source, place));
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.random.choose(&PLACES);
        self.check_at(source, place);
    }

    fn ahead(&mut self, tier: Tier, source: &[S]) -> usize {
        (self.operation.kernel)(tier, self.memory.source(source, Place::End))
    }

    fn needed(&mut self, _: &[S]) -> usize {
        0
    }
}

impl<S, D> Operation for Repair<S, D>
where
    S: CodeUnit + TryFrom<D>,
    D: CodeUnit,
{
    type Source = S;

    fn encoding(&self) -> &SourceEncoding<S> {
        self.encoding
    }

    fn checker(&self, max_len: usize) -> Box<dyn Checker<S> + '_> {
        let size = max_len + LARGE_SURPLUS;
        Box::new(RepairChecker {
            operation: self,
            source: GuardedBuffer::new(max_len),
            destination: GuardedBuffer::new(size),
            changed: GuardedBuffer::new(max_len),
            expected: vec![D::default(); size],
            random: Random::new(1),
        })
    }
}

struct RepairChecker<'a, S: 'static, D> {
    operation: &'a Repair<S, D>,
    source: GuardedBuffer<S>,
    destination: GuardedBuffer<D>,
    changed: GuardedBuffer<S>,
    expected: Vec<D>,
    random: Random,
}

impl<S, D> RepairChecker<'_, S, D>
where
    S: CodeUnit + TryFrom<D>,
    D: CodeUnit,
{
    /// Checks every tier with a destination of `size` units.
    fn check_size(&mut self, source: &[S], size: usize, place: Place) {
        let operation = self.operation;
        let placed = self.source.source(source, place);
        let expected = (operation.reference)(source, &mut self.expected[..size]);
        let written = expected.map_or_else(|(_, written)| written, |lossy| lossy.written);
        for tier in available() {
            let context = || format!("{tier}, {place:?}, destination of {size} units: {source:X?}");
            let destination = self.destination.destination(size, place);
            let result = (operation.copy)(tier, placed, destination);
            let result = result.map_err(|full| (full.read(), full.written()));
            assert_eq!(result, expected, "{}", context());
            let is_correct = destination[..written] == self.expected[..written];
            assert!(is_correct, "{}", context());
            assert!(self.destination.is_clean_around(size, place), "{}", context());
        }
        if let Ok(lossy) = expected {
            let mut result = source.to_vec();
            let whole = source.len() - source.len() % (2 / size_of::<S>());
            for (unit, &expected) in result[..whole].iter_mut().zip(&self.expected) {
                *unit = S::try_from(expected).unwrap_or_else(|_| unreachable!("both have the same units"));
            }
            let replaced = lossy.replaced - usize::from(lossy.written > source.len());
            for tier in available() {
                self.changed
                    .destination(source.len(), place)
                    .copy_from_slice(source);
                let changed = self.changed.existing(source.len(), place);
                assert_eq!(
                    (operation.in_place)(tier, changed),
                    replaced,
                    "{tier}, {place:?}: {source:X?}"
                );
                assert!(
                    *changed == *result,
                    "{tier}, {place:?}: {source:X?}: {changed:X?}"
                );
                assert!(
                    self.changed.is_clean_around(source.len(), place),
                    "{tier}, {place:?}: {source:X?}"
                );
            }
        }
    }
}

impl<S, D> Checker<S> for RepairChecker<'_, S, D>
where
    S: CodeUnit + TryFrom<D>,
    D: CodeUnit,
{
    fn check(&mut self, source: &[S], surplus: isize) {
        if let Some(size) = self.needed(source).checked_add_signed(surplus) {
            PLACES
                .into_iter()
                .for_each(|place| self.check_size(source, size, place));
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.random.choose(&PLACES);
        let size = self.needed(source) + self.random.below(2) * LARGE_SURPLUS;
        self.check_size(source, size.min(self.expected.len()), place);
    }

    fn ahead(&mut self, _: Tier, source: &[S]) -> usize {
        source.len()
    }

    fn needed(&mut self, source: &[S]) -> usize {
        match (self.operation.reference)(source, &mut self.expected) {
            Ok(lossy) => lossy.written,
            Err(_) => panic!("the length given to `checker` is too small"),
        }
    }
}

impl<S: CodeUnit> Operation for Length<S> {
    type Source = S;

    fn encoding(&self) -> &SourceEncoding<S> {
        self.encoding
    }

    fn checker(&self, max_len: usize) -> Box<dyn Checker<S> + '_> {
        Box::new(LengthChecker {
            operation: self,
            memory: GuardedBuffer::new(max_len),
            random: Random::new(1),
        })
    }
}

struct LengthChecker<'a, S: 'static> {
    operation: &'a Length<S>,
    memory: GuardedBuffer<S>,
    random: Random,
}

impl<S: CodeUnit> LengthChecker<'_, S> {
    fn check_at(&mut self, source: &[S], place: Place) {
        let Length {
            kernel, reference, ..
        } = self.operation;
        let expected = reference(source);
        let placed = self.memory.source(source, place);
        for tier in available() {
            let len = kernel(tier, placed);
            assert_eq!(len, expected, "{tier}, {place:?}: {source:X?}");
        }
    }
}

impl<S: CodeUnit> Checker<S> for LengthChecker<'_, S> {
    fn check(&mut self, source: &[S], surplus: isize) {
        if surplus == 0 {
            PLACES.into_iter().for_each(|place| self.check_at(source, place));
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.random.choose(&PLACES);
        self.check_at(source, place);
    }

    fn ahead(&mut self, _: Tier, source: &[S]) -> usize {
        source.len()
    }

    fn needed(&mut self, _: &[S]) -> usize {
        0
    }
}

impl<S: CodeUnit, D: CodeUnit> Operation for Conversion<S, D> {
    type Source = S;

    fn encoding(&self) -> &SourceEncoding<S> {
        self.encoding
    }

    fn checker(&self, max_len: usize) -> Box<dyn Checker<S> + '_> {
        let size = max_len * self.growth + LARGE_SURPLUS;
        Box::new(ConversionChecker {
            operation: self,
            source: GuardedBuffer::new(max_len),
            destination: GuardedBuffer::new(size),
            expected: vec![D::default(); size],
            random: Random::new(1),
        })
    }
}

/// The number of units by which a large destination exceeds what any source of the same length needs: enough for every
/// kernel.
const LARGE_SURPLUS: usize = 1024;

struct ConversionChecker<'a, S: 'static, D> {
    operation: &'a Conversion<S, D>,
    source: GuardedBuffer<S>,
    destination: GuardedBuffer<D>,
    expected: Vec<D>,
    random: Random,
}

impl<S: CodeUnit, D: CodeUnit> ConversionChecker<'_, S, D> {
    /// Returns the size of a large destination for `source`.
    fn large_size(&self, source: &[S]) -> usize {
        source.len() * self.operation.growth + LARGE_SURPLUS
    }

    /// Checks every tier with a destination of `size` units.
    fn check_size(&mut self, source: &[S], size: usize, place: Place) {
        let operation = self.operation;
        let placed = self.source.source(source, place);
        let expected = (operation.reference)(source, &mut self.expected[..size]);
        let written = expected.unwrap_or_else(|error| error.written());
        for tier in available() {
            let context = || format!("{tier}, {place:?}, destination of {size} units: {source:X?}");
            let destination = self.destination.destination(size, place);
            let result = (operation.engine)(tier, placed, destination);
            assert_eq!(result, expected, "{}", context());
            assert!(
                destination[..written] == self.expected[..written],
                "{}",
                context()
            );
            assert!(self.destination.is_clean_around(size, place), "{}", context());

            let destination = self.destination.destination(size, place);
            let (read, ahead) = (operation.kernel)(tier, placed, destination);
            assert!(read <= source.len() && ahead <= written, "{}", context());
            assert!(destination[..ahead] == self.expected[..ahead], "{}", context());
            assert!(self.destination.is_clean_around(size, place), "{}", context());
            let expected_of_read = (operation.reference)(&source[..read], &mut self.expected[..size]);
            assert_eq!(expected_of_read, Ok(ahead), "{}", context());
        }
        let is_ill_formed =
            expected.is_err_and(|error| matches!(error.kind(), ConvertErrorKind::IllFormed(_)));
        if is_ill_formed {
            self.check_lossy(source, size, place);
        }
    }

    /// Checks the lossy conversion of every tier with a destination of `size` units.
    fn check_lossy(&mut self, source: &[S], size: usize, place: Place) {
        let operation = self.operation;
        let placed = self.source.source(source, place);
        let expected = (operation.reference_lossy)(source, &mut self.expected[..size]);
        let written = expected.map_or_else(|full| full.written(), |lossy| lossy.written);
        for tier in available() {
            let context = || format!("lossy, {tier}, {place:?}, destination of {size} units: {source:X?}");
            let destination = self.destination.destination(size, place);
            let result = (operation.lossy)(tier, placed, destination);
            assert_eq!(result, expected, "{}", context());
            assert!(
                destination[..written] == self.expected[..written],
                "{}",
                context()
            );
            assert!(self.destination.is_clean_around(size, place), "{}", context());
        }
    }
}

impl<S: CodeUnit, D: CodeUnit> Checker<S> for ConversionChecker<'_, S, D> {
    fn check(&mut self, source: &[S], surplus: isize) {
        let needed = self.needed(source);
        let Some(size) = needed.checked_add_signed(surplus) else {
            return;
        };
        for place in PLACES {
            self.check_size(source, size, place);
            if surplus == 0 {
                self.check_size(source, self.large_size(source), place);
            }
        }
    }

    fn check_once(&mut self, source: &[S]) {
        let place = self.random.choose(&PLACES);
        let size = if self.random.below(2) == 0 {
            self.needed(source)
        } else {
            self.large_size(source)
        };
        self.check_size(source, size, place);
    }

    fn ahead(&mut self, tier: Tier, source: &[S]) -> usize {
        let destination = self.destination.destination(self.large_size(source), Place::End);
        (self.operation.kernel)(tier, self.source.source(source, Place::End), destination).0
    }

    fn needed(&mut self, source: &[S]) -> usize {
        match (self.operation.reference_lossy)(source, &mut self.expected) {
            Ok(lossy) => lossy.written,
            Err(full) => panic!("`growth` or the length given to `checker` is too small: {full}"),
        }
    }
}
