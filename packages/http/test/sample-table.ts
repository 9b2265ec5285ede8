import {firstSecondOf} from '../src/midnight.ts'
import type {HeaderTable, TableMoment} from '../src/runtime/header-table.ts'

const BERLIN = 'Europe/Berlin'

const moment = (day: string, release?: string): TableMoment => ({
  day,
  at: firstSecondOf(day, BERLIN),
  ...(release === undefined ? {} : {release})
})

const links = {deprecation: 'https://docs.library.example/deprecations', sunset: 'https://docs.library.example/sunsets'}

/** What the fixture servers announce. */
export const SAMPLE_TABLE: HeaderTable = {
  format: 1,
  apis: [{name: 'Loans', timezone: BERLIN}],
  endpoints: [
    {
      ...{method: 'GET', path: '/v1/loans', deprecated: moment('2024-09-09', '2.10'), sunset: moment('2099-03-31')},
      ...{replacement: 'GET /v2/loans', successor: '/v2/loans', links}
    },
    {
      ...{method: 'GET', path: '/v1/loans/{loanId}', deprecated: moment('2024-09-09'), sunset: moment('2099-03-31')},
      ...{replacement: 'GET /v2/loans/{id}', successor: '/v2/loans/{id}'}
    },
    {method: 'GET', path: '/v1/loans/export'},
    {
      ...{method: 'GET', path: '/v1/tokens', deprecated: moment('2024-01-01'), removed: moment('2025-06-02', '3.1')},
      ...{replacement: 'GET /v2/tokens', successor: '/v2/tokens'}
    },
    {method: 'GET', path: '/v1/planned', deprecated: moment('2099-01-01')},
    {path: '/v1/registry/**', deprecated: moment('2024-11-18'), replacement: '/v1/copies/**'},
    {method: 'POST', path: '/v1/registry/kept'},
    {method: 'GET', path: '/v1/own', deprecated: moment('2024-09-09'), sunset: moment('2099-03-31'), links}
  ]
}
