import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {ClassValue, Value} from '../interpreter/values.ts'

/** A NestJS decorator with its arguments. */
export interface Decorated {
  readonly decorator: string
  readonly args: readonly Value[]
  readonly node: ts.Node
}

/** Decorators of route methods, with their HTTP methods. */
export const VERBS: Readonly<Record<string, string>> = {
  Get: 'GET',
  Post: 'POST',
  Put: 'PUT',
  Patch: 'PATCH',
  Delete: 'DELETE',
  Options: 'OPTIONS',
  Head: 'HEAD',
  All: 'ALL',
  Sse: 'GET'
}

export const NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(VERBS),
  ...[
    'Catch',
    'Controller',
    'Module',
    'Header',
    'HttpCode',
    'Version',
    'Redirect',
    'Param',
    'Query',
    'Body',
    'Headers',
    'Res',
    'Response'
  ]
])

/** All NestJS decorators of a node, including those combined in custom decorators. */
export function decoratorsOf(node: ts.Node, {scope}: ClassValue, engine: Engine): Decorated[] {
  const written = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
  return written.flatMap(({expression}) => flattenDecorators(engine.evaluate(expression, scope)))
}

function flattenDecorators(value: Value): Decorated[] {
  if (value.kind === 'list') return value.items.flatMap(flattenDecorators)
  if (value.kind === 'choice') return value.options.flatMap(flattenDecorators)
  return value.kind === 'native' && value.it && 'decorator' in value.it ? [value.it as Decorated] : []
}

/** Items of a list. Calls `isOpen` if there might be more. */
export function itemsOf(value: Value | undefined, isOpen: () => void): readonly Value[] {
  if (!value || (value.kind === 'constant' && value.value === undefined)) return []
  if (value.kind === 'choice') return value.options.flatMap(each => itemsOf(each, isOpen))
  if (value.kind !== 'list' || value.isOpen) isOpen()
  return value.kind === 'list' ? value.items : []
}
