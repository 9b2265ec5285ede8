import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {AbstractValue, ClassValue} from '../interpreter/values.ts'

/** A NestJS decorator with its arguments. */
export interface NestDecorator {
  readonly decorator: string
  readonly args: readonly AbstractValue[]
  readonly node: ts.Node
}

/** Decorators of route methods, with their HTTP methods. */
export const METHOD_DECORATORS: Readonly<Record<string, string>> = {
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

export const NEST_DECORATORS: ReadonlySet<string> = new Set([
  ...Object.keys(METHOD_DECORATORS),
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
export function readDecorators(node: ts.Node, {scope}: ClassValue, engine: Engine): NestDecorator[] {
  const written = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
  return written.flatMap(({expression}) => flattenDecorators(engine.evaluate(expression, scope)))
}

function flattenDecorators(value: AbstractValue): NestDecorator[] {
  if (value.kind === 'list') return value.items.flatMap(flattenDecorators)
  if (value.kind === 'choice') return value.options.flatMap(flattenDecorators)
  return value.kind === 'native' && value.it && 'decorator' in value.it ? [value.it as NestDecorator] : []
}

/** Items of a list. Calls `isOpen` if there might be more. */
export function readItems(value: AbstractValue | undefined, isOpen: () => void): readonly AbstractValue[] {
  if (!value || (value.kind === 'constant' && value.value === undefined)) return []
  if (value.kind === 'choice') return value.options.flatMap(each => readItems(each, isOpen))
  if (value.kind !== 'list' || value.isOpen) isOpen()
  return value.kind === 'list' ? value.items : []
}
