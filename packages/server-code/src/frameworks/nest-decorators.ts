import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type ClassValue,
  type ExternalValue,
  fieldOf,
  possibleValuesOf,
  spreadItems
} from '../interpreter/values.ts'
import type {Middleware} from '../routers.ts'

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
  const found = spreadItems(value)
  if (found.isOpen) isOpen()
  return found.items
}

/** Class names of the exception that NestJS throws if no route matches, and of its base classes. */
const NOT_FOUND: ReadonlySet<string> = new Set(['NotFoundException', 'HttpException', 'Error'])

/** Global exception filters that handle requests without a matching route: `@Catch()`, `@Catch(NotFoundException)`. */
export function findNotFoundFilters(given: AbstractValue, node: ts.Node, engine: Engine): Middleware[] {
  return possibleValuesOf(given).flatMap((each): Middleware[] => {
    const of = each.kind === 'object' ? each.of : each
    if (of?.kind !== 'class') return []
    const caught = readDecorators(of.node, of, engine).find(({decorator}) => decorator === 'Catch')?.args
    if (!caught || (caught.length > 0 && !caught.some(isNotFound))) return []
    return [{name: 'exception filter', manner: 'filter', value: of, node: of.node.name ?? node, path: []}]
  })
}

const isNotFound = (value: AbstractValue): boolean =>
  value.kind === 'external' && NOT_FOUND.has(value.path.at(-1) ?? '')

/** Exception filters among the providers of a module: `{provide: APP_FILTER, useClass: Filter}`. */
export function findProvidedFilters(part: AbstractValue, node: ts.Node, engine: Engine): Middleware[] {
  return readItems(fieldOf(part, 'providers'), () => {})
    .flatMap(possibleValuesOf)
    .flatMap(each => {
      const provide = fieldOf(each, 'provide')
      if (provide?.kind !== 'external' || (provide satisfies ExternalValue).path.at(-1) !== 'APP_FILTER') return []
      const filter = fieldOf(each, 'useClass') ?? fieldOf(each, 'useValue') ?? fieldOf(each, 'useExisting')
      return filter ? findNotFoundFilters(filter, node, engine) : []
    })
}
