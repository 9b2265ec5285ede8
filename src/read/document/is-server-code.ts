/** Whether a path names server code: a file of TypeScript or JavaScript, or a `tsconfig.json` that lists some. */
export const isProgram = (path: string): boolean =>
  (/\.[cm]?[jt]sx?$/i.test(path) && !/\.d\.[cm]?ts$/i.test(path)) || /(^|[/\\])tsconfig[^/\\]*\.json$/i.test(path)
