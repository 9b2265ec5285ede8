/** What the core asks of the package that generates descriptions (`#tenure/generated`). */
export {generateDescriptions} from '@tenure/generated/generate-descriptions'
