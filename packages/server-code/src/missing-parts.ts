import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {defined} from '@tenure/core/model/defined'
import type {SourceLocation} from '@tenure/core/model/location'
import ts from 'typescript'

/** The node whose position is reported. For a call in a chain, that is the method name, not the start of the chain. */
function positionNode(node: ts.Node): ts.Node {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return node
  const {expression, name} = node.expression
  return ts.isCallExpression(expression) || ts.isNewExpression(expression) ? name : node
}

/** Collects parts of the code that couldn't be read, each once per message and position. */
export class MissingParts {
  readonly all: ReadProblem[] = []
  readonly #sourceOf: (file: ts.SourceFile) => string
  readonly #reported = new Set<string>()

  constructor(sourceOf: (file: ts.SourceFile) => string) {
    this.#sourceOf = sourceOf
  }

  placeOf(node: ts.Node): SourceLocation {
    const file = node.getSourceFile()
    const {line, character} = ts.getLineAndCharacterOfPosition(file, positionNode(node).getStart(file))
    return {source: this.#sourceOf(file), line: line + 1, column: character + 1}
  }

  /** Reports a part that is missing from the API description. */
  reportMissing(node: ts.Node, message: string): void {
    this.#report(node, message, false)
  }

  /** Reports a part that is read but not fully known, as a warning. */
  reportUncertain(node: ts.Node, message: string): void {
    this.#report(node, message, true)
  }

  #report(node: ts.Node, message: string, isRead: boolean): void {
    const place = this.placeOf(node)
    const key = JSON.stringify([message, place])
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.all.push(defined({message, place, isRead: isRead || undefined}))
  }
}
