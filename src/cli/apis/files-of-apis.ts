/** File of each API, in the order of the names: `out.sarif` becomes `out-lending.sarif`. No two are the same. */
export const filesOfApis = (file: string, names: readonly string[]): string[] =>
  uniqueSuffixes(names).map(ending => addSuffix(file, ending))

/** Inserts an API name before the extension: `out.sarif` becomes `out-lending.sarif`. */
const addSuffix = (file: string, ending: string): string => file.replace(/(\.[^./\\]*)?$/, `-${ending}$1`)

/**
 * Unique file name suffixes for APIs. Characters that aren't allowed in file names become `-`, and duplicates get a
 * number. Names that need no change are kept.
 */
function uniqueSuffixes(names: readonly string[]): string[] {
  const plain = names.map(name => name.replaceAll(/[^\w.-]/g, '-'))
  // Some file systems are case-insensitive.
  const taken = new Set(plain.filter((each, at) => each === names[at]).map(each => each.toLowerCase()))
  const kept = new Set<string>()
  return plain.map((each, at) => {
    const low = each.toLowerCase()
    if (each === names[at] && !kept.has(low)) {
      kept.add(low)
      return each
    }
    let ending = each
    for (let number = 2; taken.has(ending.toLowerCase()); number++) ending = `${each}-${number}`
    taken.add(ending.toLowerCase())
    return ending
  })
}
