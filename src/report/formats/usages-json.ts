import type {UnresolvedCall} from '../../model/api/client-call.ts'
import {daysUntil} from '../../policy/end-status.ts'
import {placeJson, writtenSubject} from '../subject-fields.ts'
import type {UsageReport} from '../usage-report.ts'

/** JSON output of `tenure usages`, without the findings. */
export function usageJson({folder, usage, endpoints}: UsageReport, asOf: string) {
  return {
    folder,
    files: usage.files,
    calls: {
      matched: usage.uses.length,
      open: usage.open.length,
      elsewhere: usage.others
    },
    endpoints: endpoints.map(({subject, leaving, replacement, uses}) => {
      const day = leaving.kind === 'ending' ? leaving.day : leaving.at.when.latest
      return {
        subject: writtenSubject(subject),
        state: leaving.kind === 'ended' ? ('ended' as const) : ('deprecated' as const),
        ...(leaving.at ? {stated: leaving.at.stated} : {}),
        ...(day === undefined ? {} : {day, daysLeft: daysUntil(day, asOf)}),
        ...(replacement ? {replacement: writtenSubject(replacement)} : {}),
        uses: uses.map(({place, form, address}) => ({form, address, place: placeJson(place)}))
      }
    }),
    open: usage.open.map(({place, form, address, missing}: UnresolvedCall) => ({
      form,
      address,
      missing,
      place: placeJson(place)
    })),
    left: usage.left.map(each => ({...each})),
    skipped: [...usage.skipped]
  }
}
