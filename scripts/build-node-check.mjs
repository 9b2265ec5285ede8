// Writes the check of the running version of Node.js that stands before all code of a starter.
import semver from 'semver'

const asNumber = ({major, minor, patch}) => major * 1e6 + minor * 1e3 + patch

/**
 * Code that reports a version of Node.js outside of `range`, in words that the oldest ones can parse.
 *
 * @param range that of `engines` in package.json
 * @param report the statement that ends the run, with the sentence in the variable `sentence`
 */
export function checkNode(name, range, report) {
  const bounds = {'>=': (number, version) => `${number}>=${version}`, '<': (number, version) => `${number}<${version}`}
  const clauses = new semver.Range(range).set.map(comparators =>
    comparators.map(({operator, semver: version}) => bounds[operator]('n', asNumber(version))).join('&&')
  )
  const newest = semver.minVersion(range.split('||').at(-1)).major
  const sentence = `${name} needs Node.js \`${range}\`, but this is `
  // Node.js shows the line that throws, so the report has one of its own.
  return (
    '(function(){var v=process.versions.node,p=v.split("."),n=p[0]*1e6+p[1]*1e3+parseInt(p[2],10);' +
    `if(${clauses.join('||')})return;var sentence=${JSON.stringify(sentence)}+v+". Install Node.js ${newest} or later.";\n${report}\n})();`
  )
}
