import type {Judgement} from '../model/verdict/judgement.ts'
import type {Exemption, Policy} from '../model/verdict/policy.ts'

/** The reasons for an exception that the revision knows by which a case was judged. */
export const exemptionsAt = ({clause}: Judgement, {revisions}: Policy): readonly Exemption[] =>
  revisions.find(({name}) => name === clause.revision)?.exemptions ?? []
