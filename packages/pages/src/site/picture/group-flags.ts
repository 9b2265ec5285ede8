/** Counts of what needs attention among the endpoints of a group. */
export interface GroupFlags {
  readonly violations: number
  readonly overdue: number
}

/** Sign of an endpoint that is past its sunset and not recorded as removed. */
export const OVERDUE_SIGN = '▲'

/** A flag as a short text, in words for screen readers, and with its CSS class. */
export interface FlagText {
  readonly text: string
  readonly label: string
  readonly className: string
}

/** The flags after the name of a group: `3 ✖`, `1 ▲`. Empty if nothing needs attention. */
export const flagTexts = ({violations, overdue}: GroupFlags): FlagText[] => [
  ...(violations > 0
    ? [{text: `${violations} ✖`, label: `${violations} with violations`, className: 'v-violation'}]
    : []),
  ...(overdue > 0
    ? [{text: `${overdue} ${OVERDUE_SIGN}`, label: `${overdue} past the sunset`, className: 'overdue-sign'}]
    : [])
]
