/** What the core asks of the package that reads tables of traffic (`#tenure/traffic`). */
export {openTable, tableFolder} from '@tenure/traffic/open-traffic'
