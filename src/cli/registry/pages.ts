/** What the core asks of the package that writes pages (`#tenure/pages`). */
export {fillPage} from '@tenure/pages/fill-page'
