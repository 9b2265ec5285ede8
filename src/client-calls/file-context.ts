import type ts from 'typescript'
import type {Place} from '../model/location.ts'
import type {FunctionDef, Site, Value} from './values/value.ts'

export type Compiler = typeof ts

/** Access to the syntax and values of one file, shared by all parts of the scanner. */
export interface Reader {
  readonly ts: Compiler
  evaluate(node: ts.Expression): Value
  /** Declared type of a variable, as written. `undefined` if there is none. */
  typeOf(node: ts.Expression): string | undefined
  /** Initializer of the variable that a node refers to, or the node itself. */
  origin(node: ts.Expression): ts.Expression
  placeOf(node: ts.Node): Place
  /** Value of an export of a module that this file imports; `*` is the whole module. */
  imported(specifier: string, name: string): Value
  /** The requests in a function that depend on its parameters. */
  sitesOf(node: ts.SignatureDeclaration): readonly Site[]
  functionOf(node: ts.SignatureDeclaration): FunctionDef
}
