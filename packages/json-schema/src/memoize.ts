/** Returns a function that computes its result in the first call, and returns the same result in all others. */
export function once<Value>(compute: () => Value): () => Value {
  let known: {readonly value: Value} | undefined
  return () => {
    known ??= {value: compute()}
    return known.value
  }
}

/** Numbers objects from 1 in the order in which they are first asked for. A number is kept as long as its object. */
export function createNumbering(): (object: object) => number {
  const numbers = new WeakMap<object, number>()
  let last = 0
  return object => {
    const number = numbers.get(object) ?? ++last
    numbers.set(object, number)
    return number
  }
}

/** Returns a function that keeps its results for texts. When there are `most`, all are dropped to limit the memory. */
export function memoizeTexts<Value>(compute: (text: string) => Value, most: number): (text: string) => Value {
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
