import {describe, expect, it} from 'vitest'
import {nameOtherFormat, otherFormatError, refuseOtherLanguage} from '../../src/documents/other-formats.ts'
import {InputError} from '../../src/model/input-error.ts'
import {sample} from '../tier.ts'

describe('a file in another format', () => {
  it.each<[unknown, string | undefined]>(
    sample([
      [{asyncapi: '3.0.0', channels: {}}, 'AsyncAPI 3.0.0'],
      [{arazzo: '1.0.1', workflows: []}, 'Arazzo 1.0.1'],
      [{overlay: '1.0.0', actions: []}, 'OpenAPI Overlay 1.0.0'],
      [{info: {_postman_id: 'a', name: 'Loans'}, item: []}, 'a Postman collection'],
      [
        {info: {schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'}},
        'a Postman collection'
      ],
      [{data: {__schema: {types: []}}}, 'a GraphQL schema'],
      [
        {dxt_version: '0.1', server: {}, tools: [{name: 'lend'}]},
        'the manifest of an MCP bundle, without schemas of its tools'
      ],
      [{jsonrpc: '2.0', id: 1, error: {code: -32601}}, 'an error of JSON-RPC'],
      [{error: {code: -32601, message: 'Not found.'}}, 'an error of JSON-RPC'],
      [[{tools: []}, {jsonrpc: '2.0', id: 2, error: {code: -32603}}], 'a list of answers with an error of JSON-RPC'],
      [[{tools: []}, {name: 'lend', inputSchema: {}}], 'a list of answers that has one without tools'],
      [{jsonrpc: '2.0', id: 1, result: {}}, 'an answer of JSON-RPC without a list of tools'],
      [{errors: [{message: 'Introspection is off.'}], data: null}, 'an answer to a GraphQL query without a schema'],
      [{data: {loans: []}}, 'an answer to a GraphQL query without a schema'],
      [{tools: {lend: {name: 'lend', inputSchema: {}}}}, 'a file whose `tools` are no list'],
      [{tools: null}, 'a file whose `tools` are no list'],
      [{Tools: [{name: 'lend', inputSchema: {}}]}, 'a list of tools under `Tools`, not `tools`'],
      [
        [{type: 'function', function: {name: 'lend', parameters: {}}}],
        'a list of functions in the form of a model API'
      ],
      [{tools: [{name: 'lend', input_schema: {}}]}, 'a list of functions in the form of a model API'],
      [
        {$schema: 'https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json'},
        'an entry of the MCP registry'
      ],
      [{info: {title: 'Library', version: '1'}, paths: {}}, undefined],
      [{type: 'function', tools: []}, undefined],
      [undefined, undefined]
    ])
  )('%j is recognized as %j', (root, name) => expect(nameOtherFormat(root)).toBe(name))

  it('is a GraphQL schema without the ending of one', () => {
    const text = '"""\nThe library: loans\n"""\ntype Query {\n  loan(id: ID): Loan\n}\n'
    expect(() => refuseOtherLanguage(text, 'library.txt')).toThrow('Give its file the ending `.graphql`.')
  })

  it('is the result of an introspection query without the ending of one', () => {
    expect(otherFormatError('a GraphQL schema', {source: 'library.yaml'}).message).toContain('the ending `.json`')
  })

  it.each<[string, string, string | undefined]>(
    sample([
      ['#%RAML 1.0\ntitle: Library\n', 'api.yaml', 'RAML'],
      ['// Loans\nsyntax = "proto3";\n', 'library.txt', 'Protocol Buffers'],
      ['FORMAT: 1A\n# Library\n', 'library.md', 'API Blueprint'],
      ['openapi: 3.1.0\ninfo: {title: type Loan, version: "1"}\n', 'library.yaml', undefined],
      ['type: object\nproperties: {due: {type: string}}\n', 'loan.yaml', undefined],
      ['type : object\n', 'loan.yaml', undefined],
      ['enum: [a]\n', 'state.yaml', undefined]
    ])
  )('%j in %s is recognized as %j', (text, source, name) => {
    if (name === undefined) expect(() => refuseOtherLanguage(text, source)).not.toThrow()
    else
      expect(() => refuseOtherLanguage(text, source)).toThrow(
        new InputError([
          {
            message: `This is ${name}, which can't be read. Name an OpenAPI or Swagger description, a GraphQL schema, definitions of custom resources, or a list of MCP tools.`,
            place: {source}
          }
        ])
      )
  })
})
