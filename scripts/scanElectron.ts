import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Runs Electronegativity on `electron/`. It reads no current TypeScript, so it gets JavaScript. The excluded check would download
 * Electron's list of releases.
 */
const scanner = '@doyensec/electronegativity@1.10.3'
const root = join(import.meta.dirname, '..')
const source = join(root, 'electron')
const folder = mkdtempSync(join(tmpdir(), 'linkwright-scan-'))
/** Findings that docs/releasing.md explains. */
const reviewedFindings = new Set([
  'CSP_GLOBAL_CHECK',
  'OPEN_EXTERNAL_JS_CHECK fatalExit.js',
  'OPEN_EXTERNAL_JS_CHECK lockdown.js',
  'PROTOCOL_HANDLER_JS_CHECK openRequests.js',
  'ELECTRON_VERSION_JSON_CHECK package.json',
  'AUXCLICK_JS_CHECK window.js',
  'PRELOAD_JS_CHECK window.js',
])
const compilerOptions = { target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.ESNext }
try {
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const { outputText } = ts.transpileModule(readFileSync(join(source, file), 'utf8'), { compilerOptions })
    writeFileSync(join(folder, file.replaceAll(/[\\/]/g, '_').replace(/\.ts$/, '.js')), outputText)
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const report = join(folder, 'report.sarif')
  const args = [
    '--yes',
    scanner,
    '-i',
    folder,
    '-o',
    report,
    '-r',
    'true',
    '-x',
    'AvailableSecurityFixesGlobalCheck',
  ]
  // Its exit code is the same with and without findings. If its translations can't be downloaded, the retry throws an
  // error outside of any promise, which would abort the scan at any point.
  const ignoreUncaught = '--import=data:text/javascript,process.on(`uncaughtException`,()=>{})'
  const env = { ...process.env, NODE_OPTIONS: ignoreUncaught }
  spawnSync(['npx', ...args].join(' '), { stdio: 'inherit', shell: true, env })
  const unreviewed = readFindings(report).filter((finding) => !reviewedFindings.has(finding))
  for (const finding of unreviewed) console.error(`Not reviewed yet: ${finding}`)
  process.exitCode = unreviewed.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

interface Report {
  runs: {
    results: {
      ruleId: string
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[]
    }[]
  }[]
}

/** Returns each finding as its check and its file. */
function readFindings(report: string): string[] {
  const { runs } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return runs.flatMap(({ results }) =>
    results.map(({ ruleId, locations }) =>
      `${ruleId} ${locations[0]?.physicalLocation.artifactLocation.uri.split('/').at(-1) ?? ''}`.trim(),
    ),
  )
}
