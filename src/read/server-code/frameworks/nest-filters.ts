import type ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import {type External, fieldOf, optionsOf, type Value} from '../interpreter/values.ts'
import type {Middleware} from '../routers.ts'
import {decoratorsOf, itemsOf} from './nest-decorators.ts'

/** Class names of the exception that NestJS throws if no route matches, and of its base classes. */
const NOT_FOUND: ReadonlySet<string> = new Set(['NotFoundException', 'HttpException', 'Error'])

/** Global exception filters that handle requests without a matching route: `@Catch()`, `@Catch(NotFoundException)`. */
export function filterOf(given: Value, node: ts.Node, engine: Engine): Middleware[] {
  return optionsOf(given).flatMap((each): Middleware[] => {
    const of = each.kind === 'object' ? each.of : each
    if (of?.kind !== 'class') return []
    const caught = decoratorsOf(of.node, of, engine).find(({decorator}) => decorator === 'Catch')?.args
    if (!caught || (caught.length > 0 && !caught.some(isNotFound))) return []
    return [{name: 'exception filter', manner: 'filter', value: of, node: of.node.name ?? node, path: []}]
  })
}

const isNotFound = (value: Value): boolean => value.kind === 'external' && NOT_FOUND.has(value.path.at(-1) ?? '')

/** Exception filters among the providers of a module: `{provide: APP_FILTER, useClass: Filter}`. */
export function filtersIn(part: Value, node: ts.Node, engine: Engine): Middleware[] {
  return itemsOf(fieldOf(part, 'providers'), () => {}).flatMap(each => {
    const provide = fieldOf(each, 'provide')
    if (provide?.kind !== 'external' || (provide satisfies External).path.at(-1) !== 'APP_FILTER') return []
    const filter = fieldOf(each, 'useClass') ?? fieldOf(each, 'useValue') ?? fieldOf(each, 'useExisting')
    return filter ? filterOf(filter, node, engine) : []
  })
}
