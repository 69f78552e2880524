import type { Handlers } from '../dispatch.ts'

const later = () => Promise.reject(new Error('Not yet.'))

export function sheetHandlers(): Pick<
  Handlers,
  'runs.sheets' | 'runs.prepare' | 'runs.template' | 'runs.export'
> {
  return {
    'runs.sheets': later,
    'runs.prepare': later,
    'runs.sheets': later,
    'runs.template': later,
    'runs.export': later,
  }
}
