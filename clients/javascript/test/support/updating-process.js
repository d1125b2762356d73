// Updates a store once: what `crash.test.js` kills. Arguments: the store's folder, the server, the key in base64.
import { fetchTransport, ReleaseStore, UpdateClient, verificationKey } from '../../src/index.js';
import { FolderFiles } from '../../src/node.js';

const [folder, server, key] = process.argv.slice(2);
const store = new ReleaseStore(new FolderFiles(folder));
const client = new UpdateClient(store, fetchTransport(server), { trust: { keys: [await verificationKey(key)] }, pause: 0.01 });
process.stdout.write('begin\n');
const found = await client.check();
if (found.status === 'available') await client.install(found.update);
process.stdout.write('installed\n');
await store.launch();
process.stdout.write('launched\n');
await store.markHealthy();
await store.prune();
process.stdout.write('end\n');
