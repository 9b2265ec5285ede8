/** Whether a path is server code: a TypeScript or JavaScript file, or a `tsconfig.json` that lists some. */
export const isServerCode = (path: string): boolean =>
  (/\.[cm]?[jt]sx?$/i.test(path) && !/\.d\.[cm]?ts$/i.test(path)) || /(^|[/\\])tsconfig[^/\\]*\.json$/i.test(path)
