import type {Place} from '../model/place.ts'
import type {Body, Details, Operation, SchemaSource} from '../model/snapshot.ts'
import {formatTarget, type Target} from '../model/subject.ts'
import {own} from '../schema/json.ts'
import type {Node} from '../schema/node.ts'
import {contentsOf, examplesIn} from './openapi-contents.ts'
import {withHeaders} from './openapi-header-life.ts'
import {lifeOf} from './openapi-life.ts'
import {parameterOf, writtenParameters} from './openapi-parameters.ts'
import {type Listed, methodsOf} from './openapi-paths.ts'
import {proseOf} from './openapi-prose.ts'
import {rawsOf} from './openapi-raws.ts'
import type {Reading} from './openapi-reading.ts'
import {responsesOf} from './openapi-responses.ts'
import {requirementsOf} from './openapi-security.ts'
import {serversOf} from './openapi-servers.ts'
import {isTrue, textOf} from './openapi-values.ts'
import {swaggerBodyOf} from './swagger-bodies.ts'

/** What an operation is called. */
export interface Called {
  readonly kind: Operation['kind']
  readonly target: Target
  readonly path: string
}

/** An operation of which nothing is read but where it stands: thousands are listed, and few are looked at. */
export class ListedOperation implements Operation {
  readonly kind: Operation['kind']
  readonly target: Target
  readonly method: string
  readonly path: string
  readonly details: () => Details
  readonly #reading: Reading
  readonly #listed: Listed

  /** `outer` are the operations that it is a callback of. */
  constructor(reading: Reading, listed: Listed, called: Called, outer: readonly Node[] = []) {
    this.kind = called.kind
    this.target = called.target
    this.method = listed.method
    this.path = called.path
    this.#reading = reading
    this.#listed = listed
    let details: Details | undefined
    this.details = () => {
      details ??= detailsOf(reading, listed, called, outer)
      return details
    }
  }

  get place(): Place {
    return this.#reading.place(this.#listed.spot)
  }

  get raws(): readonly unknown[] {
    return rawsOf(this.#reading, this.#listed, this.kind)
  }

  get item(): unknown {
    return this.#listed.items[0]?.raw
  }

  get from(): SchemaSource {
    return this.#reading.schema(this.#listed.spot)
  }
}

function detailsOf(reading: Reading, listed: Listed, called: Called, outer: readonly Node[]): Details {
  const node = reading.node(listed.spot)
  const items = listed.items.map(item => reading.node(item))
  const place = reading.place(node)
  if (reading.isSwagger) reading.foreign(node, ['requestBody', 'callbacks'], '`parameters`')
  else reading.foreign(node, ['consumes', 'produces', 'schemes'], '`content` and `servers`')
  const written = lazily(() => writtenParameters(reading, node, items))
  const body = lazily(() => (reading.isSwagger ? swaggerBodyOf(reading, node, written()) : bodyOf(reading, node)))
  const responses = lazily(() => responsesOf(reading, node))
  const parameters = lazily(() => written().flatMap(each => parameterOf(reading, each) ?? []))
  const callbacks = lazily(() => (reading.isSwagger ? [] : callbacksOf(reading, node, called.target, outer)))
  const security = lazily(() => requirementsOf(reading, node, called.kind === 'endpoint'))
  const id = textOf(node.raw, 'operationId')
  // Of most operations one part has changed: the others are read by nobody.
  return {
    ...(id === undefined ? {} : {id}),
    get tags() {
      return reading.texts(node, 'tags') ?? []
    },
    get parameters() {
      return parameters()
    },
    get body() {
      return body()
    },
    get responses() {
      return responses()
    },
    get security() {
      return security()
    },
    get servers() {
      return [node, ...items].map(holder => serversOf(reading, holder)).find(servers => servers.length > 0) ?? []
    },
    get life() {
      const life = lifeOf(node.raw, place)
      return reading.tellsInHeaders ? withHeaders(reading, life, responses()) : life
    },
    get callbacks() {
      return callbacks()
    },
    get prose() {
      return proseOf(reading, node, Object.fromEntries(items.flatMap(item => pathProse(item))))
    }
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: {readonly value: Value} | undefined
  return () => {
    made ??= {value: make()}
    return made.value
  }
}

const pathProse = ({raw}: Node): [string, unknown][] =>
  ['summary', 'description'].flatMap(key => {
    const said = own(raw as object, key)
    return said === undefined ? [] : [[`path ${key}`, said]]
  })

function bodyOf(reading: Reading, operation: Node): Body | undefined {
  const written = reading.at(operation, 'requestBody')
  const node = written && reading.resolve(written)
  if (!node) return undefined
  return reading.once('body', node, () => ({
    required: isTrue(node.raw, 'required'),
    place: reading.place(node),
    contents: contentsOf(reading, node),
    prose: proseOf(reading, node, {content: examplesIn(reading, node)})
  }))
}

/** What the service calls back: by name, by an expression for the address, by method. */
function callbacksOf(reading: Reading, node: Node, target: Target, outer: readonly Node[]): readonly Operation[] {
  const chain = [...outer, node]
  return reading.entries(node, 'callbacks').flatMap(([called, entry]) => {
    const callback = reading.resolve(entry)
    if (!callback) return []
    const expressions = Object.keys(callback.raw as object).filter(key => !key.startsWith('x-'))
    return expressions.flatMap(path => {
      const item = reading.at(callback, path)
      return (item ? methodsOf(reading, item) : []).flatMap(listed => {
        if (chain.some(({raw}) => raw === listed.spot.raw)) {
          reading.gap(listed.spot, 'Unexpected callback of itself, expected one that comes to an end: it is not read')
          return []
        }
        const name = `callback ${called} ${path} ${listed.method} of ${formatTarget(target)}`
        return [
          new ListedOperation(reading, listed, {kind: 'callback', target: {kind: 'operation', name}, path}, chain)
        ]
      })
    })
  })
}
