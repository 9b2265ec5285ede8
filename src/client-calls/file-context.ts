import type ts from 'typescript'
import type {Place} from '../model/location.ts'
import type {FunctionDef, Site, Value} from './values/value.ts'

export type Compiler = typeof ts

/** What those who look at one file ask of each other. */
export interface Reader {
  readonly ts: Compiler
  evaluate(node: ts.Expression): Value
  /** The type that a name is declared with, as it is written. */
  typeOf(node: ts.Expression): string | undefined
  /** What a name is made with, where it is declared: else the expression itself. */
  origin(node: ts.Expression): ts.Expression
  placeOf(node: ts.Node): Place
  /** What a module that is named in this file gives under a name; `*` is all of it. */
  imported(specifier: string, name: string): Value
  /** The calls that a function makes with what it is handed. */
  sitesOf(node: ts.SignatureDeclaration): readonly Site[]
  functionOf(node: ts.SignatureDeclaration): FunctionDef
}
