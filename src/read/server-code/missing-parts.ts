import ts from 'typescript'
import type {Gap} from '../../model/api/snapshot.ts'
import type {Place} from '../../model/location.ts'

/** A call in a chain stands where its own name is written, and not where the chain begins. */
function linkOf(node: ts.Node): ts.Node {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return node
  const {expression, name} = node.expression
  return ts.isCallExpression(expression) || ts.isNewExpression(expression) ? name : node
}

/** Places in code, and what of it could not be read there. Each is told once. */
export class Gaps {
  readonly all: Gap[] = []
  readonly #sourceOf: (file: ts.SourceFile) => string
  readonly #told = new Set<string>()

  constructor(sourceOf: (file: ts.SourceFile) => string) {
    this.#sourceOf = sourceOf
  }

  placeOf(node: ts.Node): Place {
    const file = node.getSourceFile()
    const {line, character} = ts.getLineAndCharacterOfPosition(file, linkOf(node).getStart(file))
    return {source: this.#sourceOf(file), line: line + 1, column: character + 1}
  }

  /** Something is missing from what was read. */
  lost(node: ts.Node, message: string): void {
    this.#tell(node, message, false)
  }

  /** Nothing is missing but some knowledge of it: a warning. */
  unsure(node: ts.Node, message: string): void {
    this.#tell(node, message, true)
  }

  #tell(node: ts.Node, message: string, isRead: boolean): void {
    const place = this.placeOf(node)
    const key = JSON.stringify([message, place])
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.all.push({message, place, ...(isRead ? {isRead} : {})})
  }
}
