/** The function with its results, each kept as long as the object that it was computed from. */
export function memoize<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, {readonly value: Value}>()
  return key => {
    let result = results.get(key)
    if (!result) {
      result = {value: compute(key)}
      results.set(key, result)
    }
    return result.value
  }
}
