import type {ClientForm, ClientValue, StaticValue} from './value.ts'

// Packages that send requests, and packages whose functions only take similar arguments.

const FETCHES = new Set([
  'node-fetch',
  'cross-fetch',
  'isomorphic-fetch',
  'isomorphic-unfetch',
  'unfetch',
  'whatwg-fetch',
  'node-fetch-native',
  'ofetch',
  'make-fetch-happen',
  '@whatwg-node/fetch',
  '@tauri-apps/plugin-http'
])

const CLIENTS: Readonly<Record<string, ClientForm>> = {
  axios: 'axios',
  ky: 'ky',
  'ky-universal': 'ky',
  got: 'got',
  undici: 'undici',
  'openapi-fetch': 'openapi-fetch',
  'openapi-react-query': 'openapi-fetch',
  'swr-openapi': 'openapi-fetch',
  supertest: 'supertest',
  'supertest-as-promised': 'supertest',
  superagent: 'supertest',
  request: 'request',
  'request-promise': 'request',
  'request-promise-native': 'request',
  needle: 'request',
  http: 'request',
  https: 'request',
  jquery: 'request'
}

/** Packages that implement or mock servers, or handle tests, pages, files, and logs. */
const SILENT = new RegExp(
  `^(?:${[
    'express',
    'fastify',
    'hono',
    'koa',
    '@koa/.*',
    'koa-router',
    'restify',
    'polka',
    '@hapi/.*',
    'elysia',
    'itty-router',
    'h3',
    'find-my-way',
    '@nestjs/.*',
    '@fastify/.*',
    'nock',
    'msw',
    'fetch-mock',
    'axios-mock-adapter',
    'jest-fetch-mock',
    'vitest-fetch-mock',
    'miragejs',
    'sinon',
    'pretender',
    'vitest',
    'jest',
    '@jest/.*',
    'mocha',
    'chai',
    'tap',
    'ava',
    'assert',
    'test',
    '@playwright/test',
    'react-router.*',
    '@remix-run/.*',
    '@tanstack/react-router',
    'vue-router',
    '@angular/router',
    'wouter',
    'next/.*',
    'path-to-regexp',
    'fs',
    'fs/promises',
    'path',
    'url',
    'util',
    'child_process',
    'events',
    'winston',
    'pino',
    'debug',
    'bunyan',
    'loglevel',
    'log4js',
    'consola',
    'chalk',
    'picocolors',
    'zod',
    'yup',
    'prom-client',
    '@opentelemetry/.*'
  ].join('|')})$`
)

const withoutNodePrefix = (name: string): string => name.replace(/^node:/, '')

export const isIgnoredPackage = (name: string): boolean => SILENT.test(withoutNodePrefix(name))

/** Stands for a client method whose name is computed. */
export const ANY_METHOD = '*'

const GLOBAL_OBJECT = /^(?:window|globalThis|self|global|top|parent)$/

/** Path of a global without `window`, `globalThis`, and the like. */
export const withoutGlobalObject = (path: readonly string[]): readonly string[] =>
  path.length > 1 && GLOBAL_OBJECT.test(path[0] ?? '') ? withoutGlobalObject(path.slice(1)) : path

/**
 * The client that a value is: an instance, or an export of a package that sends requests. `undefined` if it isn't one.
 */
export function asClient(value: StaticValue): ClientValue | undefined {
  if (value.kind === 'client') return value
  if (value.kind !== 'package') return undefined
  const name = withoutNodePrefix(value.name)
  const path = name === '' ? withoutGlobalObject(value.path) : withoutDefault(value.path)
  if (path.includes('()')) return undefined
  return name === '' ? asGlobalClient(path) : asExportedClient(name, path)
}

const GLOBAL_CLIENTS: ReadonlyMap<string | undefined, ClientForm> = new Map([
  ['fetch', 'fetch'],
  ['$fetch', 'fetch'],
  ['$', 'request'],
  ['jQuery', 'request'],
  ['axios', 'axios']
])

function asGlobalClient([first, ...rest]: readonly string[]): ClientValue | undefined {
  const form = GLOBAL_CLIENTS.get(first)
  return form && createClient(form, rest)
}

function asExportedClient(name: string, path: readonly string[]): ClientValue | undefined {
  const [first, ...rest] = path
  if (FETCHES.has(name)) {
    const isNamed = first === 'fetch' || first === '$fetch' || first === 'ofetch'
    return createClient('fetch', isNamed ? rest : path)
  }
  if (name === 'undici' && first === 'fetch') return createClient('fetch', rest)
  const form = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined
  if (form === undefined) return undefined
  // Some packages also export the client under the name of the package.
  return createClient(form, first === name || (first !== undefined && first === form) ? rest : path)
}

const withoutDefault = (path: readonly string[]): readonly string[] =>
  path[0] === 'default' ? withoutDefault(path.slice(1)) : path

const createClient = (form: ClientForm, path: readonly string[]): ClientValue => ({
  kind: 'client',
  form,
  ...(path.length > 0 ? {verb: path.join('.')} : {})
})
