import {isBuiltin} from 'node:module'
import ts from 'typescript'
import {isPackageSpecifier, packageNameOf} from './known-packages.ts'

/** Packages with the functions of NestJS that derive one class from others. */
export const MAPPED_TYPE_PACKAGES = ['@nestjs/swagger', '@nestjs/mapped-types', '@nestjs/graphql']

/** Declares those functions for a program whose packages aren't installed. */
export const MAPPED_TYPES = MAPPED_TYPE_PACKAGES.map(
  name => `declare module '${name}' {
  interface Type<T> { new (...args: any[]): T }
  export function PartialType<T>(of: Type<T>, ...more: any[]): Type<Partial<T>>
  export function PickType<T, K extends keyof T>(of: Type<T>, keys: readonly K[], ...more: any[]): Type<Pick<T, K>>
  export function OmitType<T, K extends keyof T>(of: Type<T>, keys: readonly K[], ...more: any[]): Type<Omit<T, K>>
  export function IntersectionType<A, B>(a: Type<A>, b: Type<B>): Type<A & B>
  export function IntersectionType<A, B, C>(a: Type<A>, b: Type<B>, c: Type<C>): Type<A & B & C>
  export function IntersectionType<A, B, C, D>(a: Type<A>, b: Type<B>, c: Type<C>, d: Type<D>): Type<A & B & C & D>
}`
).join('\n')

/** What a module specifier resolves to; `undefined` if nothing, or if the compiler is too old to say. */
export const resolvedModule = (program: ts.Program, specifier: ts.StringLiteralLike) =>
  (
    program as {
      getResolvedModuleFromModuleSpecifier?: (
        each: ts.StringLiteralLike
      ) => {resolvedModule?: ts.ResolvedModuleFull} | undefined
    }
  ).getResolvedModuleFromModuleSpecifier?.(specifier)?.resolvedModule

export const importSpecifiers = (file: ts.SourceFile): ts.StringLiteral[] =>
  file.statements.flatMap(each =>
    (ts.isImportDeclaration(each) || ts.isExportDeclaration(each)) &&
    each.moduleSpecifier &&
    ts.isStringLiteral(each.moduleSpecifier)
      ? [each.moduleSpecifier]
      : []
  )

/** Packages that files of the program import and that can't be found, with the first import of each. */
export function findMissingPackages(
  program: ts.Program,
  isOwn: (file: ts.SourceFile) => boolean
): Map<string, ts.Node> {
  const checker = program.getTypeChecker()
  const found = new Map<string, ts.Node>()
  for (const file of program.getSourceFiles()) {
    if (!isOwn(file)) continue
    for (const each of importSpecifiers(file)) {
      const isPackage = isPackageSpecifier(each.text) && !each.text.includes(':') && !isBuiltin(each.text)
      if (isPackage && !checker.getSymbolAtLocation(each) && !resolvedModule(program, each))
        found.set(packageNameOf(each.text), found.get(packageNameOf(each.text)) ?? each)
    }
  }
  return found
}
