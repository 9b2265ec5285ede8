/** The function with its results, each kept as long as the object that it was computed from. */
export function memoize<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, Value>()
  return key => {
    const known = results.get(key)
    if (known !== undefined || results.has(key)) return known as Value
    const value = compute(key)
    results.set(key, value)
    return value
  }
}

/** The function with its results for texts. When there are `most`, all are dropped to limit the memory. */
export function memoizeTexts<Value>(compute: (text: string) => Value, most = 20_000): (text: string) => Value {
  const results = new Map<string, {readonly value: Value}>()
  return text => {
    let result = results.get(text)
    if (!result) {
      result = {value: compute(text)}
      if (results.size >= most) results.clear()
      results.set(text, result)
    }
    return result.value
  }
}

/** The function with its result, which is computed by the first call. */
export function once<Value>(compute: () => Value): () => Value {
  let known: {readonly value: Value} | undefined
  return () => {
    known ??= {value: compute()}
    return known.value
  }
}
