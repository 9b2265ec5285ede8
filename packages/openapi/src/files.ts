import type {FileNames} from '@tenure/core/languages/language'

export const OPENAPI_FILES: FileNames = {
  name: /\.(?:ya?ml|json)$/i,
  usual: ['openapi', 'swagger', 'api', 'spec'].flatMap(name => ['yaml', 'yml', 'json'].map(kind => `${name}.${kind}`)),
  // Matches names such as `openapi.yaml`, `api.swagger.json`, `openapi-v1.yml`, and `spec3.json`.
  isUsual: /^(?:openapi|swagger|api|spec)\d*(?:[._-](?:openapi|swagger|spec|v?\d+))*\.(?:ya?ml|json)$/i,
  isCertain: /^(?:openapi|swagger)\./,
  empty: {path: 'nothing.yaml', text: 'openapi: 3.0.3\ninfo: {title: Nothing, version: "0"}\npaths: {}\n'},
  // A TypeScript or JavaScript file of a server, or a `tsconfig.json` that lists some.
  isCode: path =>
    (/\.[cm]?[jt]sx?$/i.test(path) && !/\.d\.[cm]?ts$/i.test(path)) || /(^|[/\\])tsconfig[^/\\]*\.json$/i.test(path)
}
