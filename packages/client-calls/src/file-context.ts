import type {SourceLocation} from '@tenure/core/model/location'
import type ts from 'typescript'
import type {FunctionDef, RequestSite, StaticValue} from './values/value.ts'

export type Compiler = typeof ts

/** Access to the syntax and values of one file, shared by all parts of the scanner. */
export interface FileContext {
  readonly ts: Compiler
  evaluate(node: ts.Expression): StaticValue
  /** Declared type of a variable, as written. `undefined` if there is none. */
  declaredTypeOf(node: ts.Expression): string | undefined
  /** Initializer of the variable that a node refers to, or the node itself. */
  initializerOf(node: ts.Expression): ts.Expression
  placeOf(node: ts.Node): SourceLocation
  /** Value of an export of a module that this file imports; `*` is the whole module. */
  importedValue(specifier: string, name: string): StaticValue
  /** The requests in a function that depend on its parameters. */
  requestSitesOf(node: ts.SignatureDeclaration): readonly RequestSite[]
  functionOf(node: ts.SignatureDeclaration): FunctionDef
}
