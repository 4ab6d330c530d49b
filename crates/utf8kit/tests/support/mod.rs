//! The project's test data, and what makes more of it.

#![allow(dead_code, unreachable_pub)] // each test file uses some of it

/// A row of `vectors.tsv`: some octets and what each dialect makes of them.
pub struct Vector {
    pub id: &'static str,
    pub octets: Vec<u8>,
    columns: Vec<&'static str>,
}

impl Vector {
    /// The text of one column, as it stands in the file.
    pub fn column(&self, name: &str) -> &'static str {
        let header = VECTORS.lines().next().unwrap();
        let index = header.split('\t').position(|column| column == name).unwrap();
        self.columns[index]
    }

    /// The characters that the octets are in STD 63, or `None` if they are not well-formed.
    pub fn std63(&self) -> Option<String> {
        let column = self.column("std63");
        (column != "!").then(|| scalars(column))
    }

    /// The characters with U+FFFD for each maximal subpart.
    pub fn std63_lossy(&self) -> String {
        scalars(self.column("std63_lossy"))
    }
}

const VECTORS: &str = include_str!("../../../../tests/data/vectors.tsv");

/// All rows of `vectors.tsv`.
pub fn vectors() -> Vec<Vector> {
    let rows = VECTORS.lines().skip(1).map(|line| {
        let columns: Vec<_> = line.split('\t').collect();
        Vector {
            id: columns[0],
            octets: octets(columns[1]),
            columns,
        }
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 134);
    rows
}

const FORMS: &str = include_str!("../../../../tests/data/forms.tsv");

/// The texts of `forms.tsv`, each with its octets in the form that `column` names.
pub fn forms(column: &str) -> Vec<(String, Vec<u8>)> {
    let mut lines = FORMS.lines();
    let index = lines
        .next()
        .unwrap()
        .split('\t')
        .position(|name| name == column)
        .unwrap();
    let rows: Vec<_> = lines
        .map(|line| {
            let mut columns = line.split('\t');
            let text = scalars(columns.next().unwrap());
            (text, octets(columns.nth(index - 1).unwrap()))
        })
        .collect();
    assert_eq!(rows.len(), 13);
    rows
}

/// `U+0041 U+20AC` as text.
pub fn scalars(column: &str) -> String {
    let scalar =
        |word: &str| char::from_u32(u32::from_str_radix(word.strip_prefix("U+").unwrap(), 16).unwrap());
    column.split(' ').map(|word| scalar(word).unwrap()).collect()
}

/// `E2 82 AC` as octets.
pub fn octets(column: &str) -> Vec<u8> {
    column
        .split(' ')
        .map(|word| u8::from_str_radix(word, 16).unwrap())
        .collect()
}

/// Random numbers, the same in every run (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number under `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A character of `len` octets in UTF-8.
    pub fn character(&mut self, len: usize) -> char {
        let (start, end) = [(0, 0x80), (0x80, 0x800), (0x800, 0x1_0000), (0x1_0000, 0x11_0000)][len - 1];
        loop {
            if let Some(c) = char::from_u32((start + self.below(end - start)) as u32) {
                return c;
            }
        }
    }

    /// Text of `characters` characters with up to `longest` octets each, in runs as real text has them.
    pub fn text(&mut self, characters: usize, longest: usize) -> String {
        let mut len = 1;
        (0..characters)
            .map(|_| {
                if self.below(4) == 0 {
                    len = 1 + self.below(longest);
                }
                self.character(len)
            })
            .collect()
    }

    /// Changes, drops or inserts an octet at `times` places.
    pub fn damage(&mut self, octets: &mut Vec<u8>, times: usize) {
        for _ in 0..times {
            if octets.is_empty() {
                return;
            }
            let at = self.below(octets.len());
            let octet = self.next() as u8;
            match self.below(4) {
                0 => octets[at] = octet,
                1 => octets[at] ^= 1 << (octet & 7),
                2 => drop(octets.remove(at)),
                _ => octets.insert(at, octet),
            }
        }
    }
}
