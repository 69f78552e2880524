import type { Handlers } from '../dispatch.ts'

const later = () => Promise.reject(new Error('Not yet.'))

export function runHandlers(): Pick<
  Handlers,
  | 'runs.list'
  | 'runs.get'
  | 'runs.change'
  | 'runs.start'
  | 'runs.goOn'
  | 'runs.pause'
  | 'runs.cancel'
  | 'runs.retry'
  | 'runs.settle'
  | 'runs.repeat'
  | 'runs.remove'
  | 'runs.unremove'
> {
  return {
    'runs.list': later,
    'runs.get': later,
    'runs.change': later,
    'runs.start': later,
    'runs.goOn': later,
    'runs.pause': later,
    'runs.cancel': later,
    'runs.retry': later,
    'runs.settle': later,
    'runs.repeat': later,
    'runs.remove': later,
    'runs.unremove': later,
  }
}
