/** Whether a description begins with a mark, `[Internal]`, also after other words in brackets. Its case doesn't matter. */
export function beginsWith(description: string, mark: string): boolean {
  const [text, wanted] = [description, mark].map(each => each.trimStart().toLowerCase()) as [string, string]
  if (text.startsWith(wanted)) return true
  const [tag] = /^\[[^\]]*\]/.exec(text) ?? []
  return tag !== undefined && beginsWith(text.slice(tag.length), wanted)
}
