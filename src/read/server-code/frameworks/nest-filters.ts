import type ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import {type AbstractValue, type ExternalValue, fieldOf, possibleValuesOf} from '../interpreter/values.ts'
import type {Middleware} from '../routers.ts'
import {readDecorators, readItems} from './nest-decorators.ts'

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
  return readItems(fieldOf(part, 'providers'), () => {}).flatMap(each => {
    const provide = fieldOf(each, 'provide')
    if (provide?.kind !== 'external' || (provide satisfies ExternalValue).path.at(-1) !== 'APP_FILTER') return []
    const filter = fieldOf(each, 'useClass') ?? fieldOf(each, 'useValue') ?? fieldOf(each, 'useExisting')
    return filter ? findNotFoundFilters(filter, node, engine) : []
  })
}
