import { DataEditor } from '../../data/DataEditor.tsx'

/** The payload: what the app is told. */
export function DataSection() {
  return <DataEditor />
}
