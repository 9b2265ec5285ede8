import type {
  Body,
  Details,
  Life,
  Operation,
  Parameter,
  Requirement,
  Response,
  SchemaSource,
  Server
} from '../../model/api/snapshot.ts'
import type {Place} from '../../model/location.ts'
import {formatTarget, type Target} from '../../model/subject/subject.ts'
import type {Node} from '../../schema/document/node.ts'
import {own} from '../../schema/json.ts'
import {withHeaders} from './deprecation-headers.ts'
import {proseOf} from './documentation.ts'
import {lifeOf} from './lifecycle-extensions.ts'
import {contentsOf, examplesIn} from './media-types.ts'
import {headersOf, parameterOf, writtenParameters} from './parameters.ts'
import {type Listed, methodsOf} from './paths.ts'
import {rawsOf} from './raw-details.ts'
import type {Reading} from './reader.ts'
import {responsesOf} from './responses.ts'
import {requirementsOf} from './security.ts'
import {serversOf} from './servers.ts'
import {swaggerBodyOf} from './swagger-bodies.ts'
import {isTrue, textOf} from './values.ts'

/** The identity of an operation. */
export interface Called {
  readonly kind: Operation['kind']
  readonly target: Target
  readonly path: string
}

/** An operation whose details are read on first access, because thousands are listed and few are compared. */
export class ListedOperation implements Operation {
  readonly kind: Operation['kind']
  readonly target: Target
  readonly method: string
  readonly path: string
  readonly details: () => Details
  readonly #reading: Reading
  readonly #listed: Listed

  /** `outer` are the enclosing operations of a callback. */
  constructor(reading: Reading, listed: Listed, called: Called, outer: readonly Node[] = []) {
    this.kind = called.kind
    this.target = called.target
    this.method = listed.method
    this.path = called.path
    this.#reading = reading
    this.#listed = listed
    let details: Details | undefined
    this.details = () => {
      details ??= new OperationDetails(reading, listed, called, outer)
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

/** The details of an operation, each read on first access, because most never change. */
class OperationDetails implements Details {
  readonly #reading: Reading
  readonly #node: Node
  readonly #items: readonly Node[]
  readonly #called: Called
  readonly #outer: readonly Node[]
  #written: ReturnType<typeof writtenParameters> | undefined
  #parameters: readonly Parameter[] | undefined
  #body: {readonly value: Body | undefined} | undefined
  #responses: readonly Response[] | undefined
  #security: readonly Requirement[] | undefined
  #callbacks: Callbacks | undefined

  constructor(reading: Reading, listed: Listed, called: Called, outer: readonly Node[]) {
    this.#reading = reading
    this.#node = reading.node(listed.spot)
    this.#items = listed.items.map(item => reading.node(item))
    this.#called = called
    this.#outer = outer
    if (reading.isSwagger) reading.foreign(this.#node, ['requestBody', 'callbacks'], '`parameters`')
    else reading.foreign(this.#node, ['consumes', 'produces', 'schemes'], '`content` and `servers`')
  }

  get id(): string | undefined {
    return textOf(this.#node.raw, 'operationId')
  }

  get tags(): readonly string[] {
    return this.#reading.texts(this.#node, 'tags') ?? []
  }

  get parameters(): readonly Parameter[] {
    this.#parameters ??= this.#parametersWritten().parameters.flatMap(each => parameterOf(this.#reading, each) ?? [])
    return this.#parameters
  }

  get asksForAuthorization(): boolean {
    return this.#parametersWritten().parameters.some(
      ({name, in: place, node}) =>
        place === 'header' && name.toLowerCase() === 'authorization' && isTrue(node.raw, 'required')
    )
  }

  get body(): Body | undefined {
    const [reading, node] = [this.#reading, this.#node]
    this.#body ??= {
      value: reading.isSwagger ? swaggerBodyOf(reading, node, this.#parametersWritten()) : bodyOf(reading, node)
    }
    return this.#body.value
  }

  get responses(): readonly Response[] {
    this.#responses ??= responsesOf(this.#reading, this.#node)
    return this.#responses
  }

  get security(): readonly Requirement[] {
    this.#security ??= requirementsOf(this.#reading, this.#node, this.#called.kind === 'endpoint')
    return this.#security
  }

  get servers(): readonly Server[] {
    const holders = [this.#node, ...this.#items]
    return holders.map(parent => serversOf(this.#reading, parent)).find(servers => servers.length > 0) ?? []
  }

  get life(): Life {
    const life = lifeOf(this.#node.raw, this.#reading.place(this.#node))
    return this.#reading.tellsInHeaders ? withHeaders(this.#reading, life, this.responses) : life
  }

  get callbacks(): readonly Operation[] {
    return this.#callbacksRead().operations
  }

  get unreadCallbacks(): readonly string[] {
    return this.#callbacksRead().unread
  }

  get hasUnreadParameters(): boolean {
    return this.#parametersWritten().isPartial
  }

  get prose(): unknown {
    return proseOf(this.#reading, this.#node, Object.fromEntries(this.#items.flatMap(item => pathDocumentation(item))))
  }

  #callbacksRead(): Callbacks {
    this.#callbacks ??= this.#reading.isSwagger
      ? {operations: [], unread: []}
      : callbacksOf(this.#reading, this.#node, this.#called.target, this.#outer)
    return this.#callbacks
  }

  #parametersWritten(): ReturnType<typeof writtenParameters> {
    this.#written ??= writtenParameters(this.#reading, this.#node, this.#items)
    return this.#written
  }
}

const pathDocumentation = ({raw}: Node): [string, unknown][] =>
  ['summary', 'description'].flatMap(key => {
    const value = own(raw as object, key)
    return value === undefined ? [] : [[`path ${key}`, value]]
  })

function bodyOf(reading: Reading, operation: Node): Body | undefined {
  const written = reading.at(operation, 'requestBody')
  if (!written) return undefined
  const node = reading.resolve(written)
  if (!node) return {required: false, place: reading.place(written), contents: [], prose: {}, isUnread: true}
  return reading.once('body', node, () => ({
    required: isTrue(node.raw, 'required'),
    place: reading.place(node),
    contents: contentsOf(reading, node, headersOf),
    prose: proseOf(reading, node, {content: examplesIn(reading, node)})
  }))
}

interface Callbacks {
  readonly operations: readonly Operation[]
  /** The names of callbacks that couldn't be read completely. */
  readonly unread: readonly string[]
}

/** The callbacks of an operation, by name, expression of the URL, and method. */
function callbacksOf(reading: Reading, node: Node, target: Target, outer: readonly Node[]): Callbacks {
  const chain = [...outer, node]
  const unread: string[] = []
  const operations: Operation[] = []
  for (const [called, entry] of reading.entries(node, 'callbacks')) {
    const callback = reading.resolve(entry)
    if (!callback) unread.push(called)
    for (const path of callback ? Object.keys(callback.raw as object) : []) {
      const item = callback && !path.startsWith('x-') ? reading.at(callback, path) : undefined
      if (!item) continue
      const {methods, isWhole} = methodsOf(reading, item)
      if (!isWhole) unread.push(called)
      for (const listed of methods) {
        if (chain.some(({raw}) => raw === listed.spot.raw)) {
          reading.gap(listed.spot, 'Unexpected callback of itself, expected one that comes to an end: it is not read')
          continue
        }
        const name = `callback ${called} ${path} ${listed.method} of ${formatTarget(target)}`
        operations.push(
          new ListedOperation(reading, listed, {kind: 'callback', target: {kind: 'operation', name}, path}, chain)
        )
      }
    }
  }
  return {operations, unread}
}
