import type { Handlers } from '../dispatch.ts'

const later = () => Promise.reject(new Error('Not yet.'))

export function sheetHandlers(): Pick<
  Handlers,
  'runs.prepare' | 'runs.sheets' | 'runs.template' | 'runs.export'
> {
  return {
    'runs.prepare': later,
    'runs.sheets': later,
    'runs.template': later,
    'runs.export': later,
  }
}
