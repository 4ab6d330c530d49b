"""Arrow arrays with values in them: lists, structs, maps, runs and extension types.

What is done to text is done to the arrays of text in them, the leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


def has_text(of_type: Any) -> bool:
    """Returns whether values of a type have strings or bytes in them."""
    from pyarrow import types

    if types.is_dictionary(of_type):
        return has_text(of_type.value_type)
    if getattr(of_type, "storage_type", None) is not None:
        return has_text(of_type.storage_type)
    if types.is_run_end_encoded(of_type):
        return has_text(of_type.value_type)
    if types.is_nested(of_type):
        return any(has_text(of_type.field(i).type) for i in range(of_type.num_fields))
    return is_text(of_type)


def is_text(of_type: Any) -> bool:
    """Returns whether values of a type are strings or bytes."""
    from pyarrow import types

    return bool(
        types.is_string(of_type)
        or types.is_large_string(of_type)
        or types.is_string_view(of_type)
        or types.is_binary(of_type)
        or types.is_large_binary(of_type)
        or types.is_binary_view(of_type)
    )


def leaves(path: str, array: Any, rows: Any) -> Iterator[tuple[str, Any, Any]]:
    """Returns the arrays of strings or bytes in an array, each with its path, and with the row of each value if that is not
    its index."""
    import pyarrow as pa
    from pyarrow import compute, types

    of_type = array.type
    if isinstance(array, pa.ExtensionArray):
        yield from leaves(path, array.storage, rows)
    elif types.is_run_end_encoded(of_type):
        yield from leaves(path, compute.run_end_decode(array), rows)
    elif types.is_map(of_type):
        entries = pa.StructArray.from_arrays([array.keys, array.items], ["key", "value"])
        yield from leaves(path, pa.ListArray.from_arrays(array.offsets, entries), rows)
    elif types.is_struct(of_type):
        for i, child in enumerate(array.flatten()):
            name = of_type.field(i).name
            yield from leaves(f"{path}.{name}" if path else name, child, rows)
    elif types.is_list(of_type) or types.is_large_list(of_type) or types.is_fixed_size_list(of_type):
        parents = compute.list_parent_indices(array)
        rows = parents if rows is None else rows.take(parents)
        yield from leaves(f"{path}[]", array.flatten(), rows)
    elif (types.is_dictionary(of_type) and is_text(of_type.value_type)) or is_text(of_type):
        yield path, array, rows
    elif has_text(of_type):
        raise ValueError(f"column {path}: values of type {of_type} cannot be checked")


def binary(array: Any) -> Any:
    """Returns an array of strings as one of bytes, without a copy. Values of strings that are not UTF-8 cannot be read."""
    import pyarrow as pa

    bytes_of = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
    of_type = bytes_of.get(array.type)
    return array if of_type is None else array.view(of_type)


def nested(column: Any) -> pa.ChunkedArray | None:
    """Returns a column as a chunked array, if it has text in its values, and pyarrow is installed.

    Only objects of libraries whose structs are sound are given to pyarrow, which does not check them.
    """
    if type(column).__module__.partition(".")[0] not in ("pyarrow", "polars", "pandas", "duckdb", "_duckdb"):
        return None
    try:
        import pyarrow as pa
    except ImportError:
        return None
    chunked = pa.chunked_array([column] if isinstance(column, pa.Array) else column)
    if pa.types.is_struct(chunked.type) and chunked.type.num_fields == 1:
        if isinstance(column, (pa.Array, pa.ChunkedArray)) or hasattr(column, "dtype"):
            return None
        # A table of one column.
        chunked = pa.chunked_array([chunk.field(0) for chunk in chunked.chunks], chunked.type.field(0).type)
    elif not (isinstance(column, (pa.Array, pa.ChunkedArray)) or hasattr(column, "dtype")):
        return None
    return chunked if _is_divided(chunked.type) and has_text(chunked.type) and not is_text(chunked.type) else None


def _is_divided(of_type: Any) -> bool:
    """Returns whether `leaves` knows a type and all that are in it."""
    from pyarrow import types

    if getattr(of_type, "storage_type", None) is not None:
        return _is_divided(of_type.storage_type)
    if types.is_run_end_encoded(of_type):
        return _is_divided(of_type.value_type)
    if types.is_list_view(of_type) or types.is_large_list_view(of_type) or types.is_union(of_type):
        return False
    return not types.is_nested(of_type) or all(_is_divided(of_type.field(i).type) for i in range(of_type.num_fields))


def numbered_leaves(column: pa.ChunkedArray) -> Iterator[tuple[str, int, Any, Any]]:
    """Returns the leaves of each chunk: path, rows before the chunk, values, and the row of each value if that is not its
    index."""
    for first, chunk in _chunks(column):
        for path, leaf, rows in leaves("", chunk, None):
            yield path, first, leaf, rows


def found(column: pa.ChunkedArray, find_bad: Callable[[Any], Any]) -> pa.Table:
    """Returns the table of ill-formed values in a column: ``row``, ``offset``, ``length``, ``kind``, ``path``. `find_bad` returns
    that of a leaf, without paths."""
    import pyarrow as pa

    schema = pa.schema([
        ("row", pa.uint64()), ("offset", pa.uint64()), ("length", pa.uint64()), ("kind", pa.string()), ("path", pa.string()),
    ])  # fmt: skip
    bad: list[dict[str, Any]] = []
    for path, first, leaf, rows in numbered_leaves(column):
        for value in find_bad(leaf).to_pylist():
            row = value["row"] if rows is None else rows[value["row"]].as_py()
            bad.append({**value, "row": first + row, "path": path})
    return pa.Table.from_pylist(sorted(bad, key=lambda value: value["row"]), schema)


def rows_of(column: pa.ChunkedArray, work: Callable[[Any], Any]) -> list[int]:
    """Returns the rows of a column whose leaves have the rows that `work` returns."""
    all_rows: set[int] = set()
    for _, first, leaf, rows in numbered_leaves(column):
        all_rows.update(first + (index if rows is None else rows[index].as_py()) for index in work(leaf))
    return sorted(all_rows)


def are_valid(column: pa.ChunkedArray, find_bad: Callable[[Any], Any]) -> pa.ChunkedArray:
    """Returns whether all text in each value of a column is well-formed, and null for values that are null."""
    import pyarrow as pa

    bad = set(rows_of(column, lambda leaf: find_bad(leaf)["row"].to_pylist()))
    valid = [row not in bad for row in range(len(column))]
    return pa.chunked_array([pa.array(valid, mask=column.is_null().combine_chunks().to_numpy(zero_copy_only=False))])


def mapped(column: pa.ChunkedArray, work: Callable[[Any], Any]) -> pa.ChunkedArray:
    """Returns a column whose leaves are what `work` returns for them. It gets values that no row has, too."""
    import pyarrow as pa

    chunks = [_mapped(chunk, work) for chunk in column.chunks]
    if not chunks:
        chunks = [_mapped(pa.array([], column.type), work)]
    return pa.chunked_array(chunks)


def all_leaves(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Returns all text of a column as values of bytes."""
    import pyarrow as pa

    plain = [
        leaf.dictionary_decode() if hasattr(leaf, "indices") else leaf for _, _, leaf, _ in numbered_leaves(column)
    ]
    return pa.chunked_array([binary(leaf).cast(pa.large_binary()) for leaf in plain], pa.large_binary())


def _chunks(column: pa.ChunkedArray) -> Iterator[tuple[int, pa.Array]]:
    """Returns the chunks, each with the number of rows before it."""
    first = 0
    for chunk in column.chunks:
        yield first, chunk
        first += len(chunk)


def _mapped(array: Any, work: Callable[[Any], Any]) -> Any:
    import pyarrow as pa
    from pyarrow import types

    of_type = array.type
    if not has_text(of_type):
        return array
    if is_text(of_type) or (types.is_dictionary(of_type) and is_text(of_type.value_type)):
        return work(array)
    if isinstance(array, pa.ExtensionArray):
        storage = _mapped(array.storage, work)
        return of_type.wrap_array(storage) if storage.type == of_type.storage_type else storage
    if types.is_run_end_encoded(of_type):
        whole = pa.RunEndEncodedArray.from_arrays(array.run_ends, _mapped(array.values, work))
        return whole.slice(array.offset, len(array))
    if types.is_struct(of_type):
        children = [_mapped(array.field(i), work) for i in range(of_type.num_fields)]
        fields = [of_type.field(i).with_type(child.type) for i, child in enumerate(children)]
        return pa.StructArray.from_arrays(children, fields=fields, mask=array.is_null())
    if types.is_map(of_type):
        keys, items = _mapped(array.keys, work), _mapped(array.items, work)
        new_type = pa.map_(of_type.key_field.with_type(keys.type), of_type.item_field.with_type(items.type))
        child = pa.StructArray.from_arrays([keys, items], fields=[new_type.key_field, new_type.item_field])
        return _with_children(array, new_type, 2, child)
    makers = [
        (types.is_list, 2, pa.list_),
        (types.is_large_list, 2, pa.large_list),
        (types.is_fixed_size_list, 1, lambda field: pa.list_(field, of_type.list_size)),
    ]
    for is_type, buffers, make in makers:
        if is_type(of_type):
            child = _mapped(array.values, work)
            return _with_children(array, make(of_type.value_field.with_type(child.type)), buffers, child)
    raise TypeError(f"values of type {of_type} cannot be converted")


def _with_children(array: Any, new_type: Any, buffers: int, child: Any) -> Any:
    """Returns an array with another child: the number of its own buffers is `buffers`."""
    import pyarrow as pa

    own = array.buffers()[:buffers]
    return pa.Array.from_buffers(new_type, len(array), own, array.null_count, array.offset, [child])
