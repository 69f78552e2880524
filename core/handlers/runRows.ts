import type { Handlers } from '../dispatch.ts'

const later = () => Promise.reject(new Error('Not yet.'))

export function runRowHandlers(): Pick<
  Handlers,
  'runs.rows' | 'runs.preview' | 'runs.map' | 'runs.edit' | 'runs.replace' | 'runs.skip'
> {
  return {
    'runs.rows': later,
    'runs.preview': later,
    'runs.map': later,
    'runs.edit': later,
    'runs.replace': later,
    'runs.skip': later,
  }
}
