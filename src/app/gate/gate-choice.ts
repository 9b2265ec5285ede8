import type {ChangeChoice, ChangeComparison} from '../../read/base/base-commit.ts'
import {readCiFacts} from '../../read/base/ci-facts.ts'
import type {Context} from '../context.ts'

/** Options that say where a change is. */
export interface ChangeOptions {
  /** Base that the description is compared with: a git revision or a file. */
  readonly base?: string | undefined
  /** Branch whose rules bind the change. */
  readonly target?: string | undefined
  /** ChangeComparison to make, if there are several. */
  readonly only?: ChangeComparison | undefined
}

/** Where a change is, from the options and the CI environment. */
export const gateChoice = ({base, target, only}: ChangeOptions, {env}: Pick<Context, 'env'>): ChangeChoice => ({
  base,
  target,
  ci: readCiFacts(env),
  only
})
