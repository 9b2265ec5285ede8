import ts from 'typescript'
import {type AbstractValue, fieldOf, stringOf} from '../interpreter/values.ts'
import {JSON_MEDIA} from '../responses/media-types.ts'
import {findResponseCalls, parameterSymbolAt} from '../responses/response-calls.ts'
import {EXPRESS_DEFAULTS} from '../responses/response-reader.ts'
import type {ContractParameter, RouteContract} from '../route-contract.ts'
import type {NestMethod, NestParameter} from '../routers.ts'
import type {ContractReader} from '../routes/contract-reader.ts'
import type {Schema} from '../schemas/types-to-schemas.ts'

/** Reads the contract of a NestJS controller method from its types. */
export function readNestContract(
  {method, status, media, isRedirect, parameters}: NestMethod,
  reader: ContractReader
): RouteContract {
  const {checker, shapes, answers} = reader
  const contract: RouteContract = {parameters: [], answers: []}
  const fields = new Map<string, {schema: Schema; isOptional: boolean}>()
  let answersItself = false
  let statuses: readonly string[] = [status]
  for (const [at, parameter] of parameters.entries()) {
    const node = method.parameters[at]
    if (!parameter || !node) continue
    const {decorator, args} = parameter
    if (decorator === 'Res' || decorator === 'Response') {
      const passes = fieldOf(args[0], 'passthrough')
      const isPassed = passes?.kind === 'constant' && passes.value === true
      answersItself ||= !isPassed
      const symbol = parameterSymbolAt(method, at, checker)
      // With `passthrough`, a status set on the response applies to the returned value.
      if (symbol && isPassed) statuses = answers.statusesAtExit({fn: method, symbol}, status)
      const calls = symbol ? findResponseCalls(method, symbol, checker) : []
      contract.answers.push(...calls.flatMap(each => answers.read(each, undefined, {...EXPRESS_DEFAULTS, status})))
    } else if (decorator === 'Body' && stringOf(args[0]) !== undefined) {
      fields.set(stringOf(args[0]) ?? '', {schema: schemaOf(node, parameter), isOptional: mayLack(node, args)})
    } else if (decorator === 'Body') {
      contract.body = {schema: schemaOf(node, parameter), required: !node.questionToken, media: JSON_MEDIA, node}
    } else contract.parameters.push(...taken(node, parameter))
  }
  if (!contract.body && fields.size > 0) {
    const required = [...fields].flatMap(([name, {isOptional}]) => (isOptional ? [] : [name]))
    const properties = Object.fromEntries([...fields].map(([name, {schema}]) => [name, schema]))
    contract.body = {
      schema: {type: 'object', properties, ...(required.length > 0 ? {required} : {})},
      required: required.length > 0,
      media: JSON_MEDIA,
      node: method
    }
  }
  if (!answersItself) contract.answers.push(...returned())
  return contract

  function returned(): RouteContract['answers'] {
    if (isRedirect) return [{status: '302', node: method}]
    const signature = checker.getSignatureFromDeclaration(method)
    const type = signature && shapes.awaitedType(checker.getReturnTypeOfSignature(signature))
    const at = method.type ?? method
    const content = contentOf(type, at)
    return statuses.map(each => ({status: each, ...content, node: at}))
  }

  function contentOf(type: ts.Type | undefined, at: ts.Node): {media?: string; schema?: Schema} {
    if (!type || type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return {}
    if (type.symbol?.name === 'StreamableFile') return {media: media ?? 'application/octet-stream'}
    const isText = type.flags & ts.TypeFlags.StringLike
    return {media: media ?? (isText ? 'text/html' : JSON_MEDIA), schema: shapes.convert(type, at)}
  }

  function taken(node: ts.ParameterDeclaration, parameter: NestParameter): ContractParameter[] {
    const where =
      parameter.decorator === 'Param'
        ? 'path'
        : parameter.decorator === 'Query'
          ? 'query'
          : parameter.decorator === 'Headers'
            ? 'header'
            : undefined
    if (!where) return []
    const name = stringOf(parameter.args[0])
    if (name !== undefined) {
      return [
        {
          name,
          in: where,
          required: where === 'path' || !(where === 'header' || mayLack(node, parameter.args)),
          schema: schemaOf(node, parameter),
          node
        }
      ]
    }
    const whole = checker.getTypeAtLocation(node)
    const isOpen = !shapes.isTyped(whole) || where === 'header'
    return isOpen ? [] : reader.parameters(shapes.convert(whole, node), where, node)
  }

  function schemaOf(node: ts.ParameterDeclaration, {args}: NestParameter): Schema {
    const pipes = args.map(pipeName)
    if (pipes.includes('ParseIntPipe')) return {type: 'integer'}
    if (pipes.includes('ParseUUIDPipe')) return {type: 'string', format: 'uuid'}
    const type = checker.getTypeAtLocation(node)
    return shapes.convert(node.questionToken || node.initializer ? checker.getNonNullableType(type) : type, node)
  }

  function mayLack(node: ts.ParameterDeclaration, args: readonly AbstractValue[]): boolean {
    if (node.questionToken || node.initializer || args.some(each => pipeName(each) === 'DefaultValuePipe')) return true
    const type = checker.getTypeAtLocation(node)
    return type.isUnion() && type.types.some(({flags}) => flags & ts.TypeFlags.Undefined)
  }
}

/** Name of `ParseIntPipe` or `new ParseIntPipe()`. `undefined` for any other value. */
function pipeName(value: AbstractValue): string | undefined {
  if (value.kind === 'external') return value.path.at(-1)
  const node = value.kind === 'unknown' ? value.node : undefined
  return node && ts.isNewExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined
}
