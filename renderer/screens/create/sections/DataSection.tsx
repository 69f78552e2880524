import { DataEditor } from '../../../features/jsonEditor/DataEditor.tsx'

/** The payload: what the app is told. */
export function DataSection() {
  return <DataEditor />
}
