// For each row whose aim may be missed: where the remaining time is spent, and which optimizations were
// tried. `npm run bench` prints it below a row that misses its aim. The full analysis:
// docs/decisions/where-the-time-goes.md.

/** @type {Record<string, string>} By the name of the row. */
export const missedAimNotes = {
  initialize:
    "Of about 150 µs, HTTP takes 55 (the echo: 20 to 50, depending on the load), the statements 45, the commit 40: a payment writes eight pages of 4 KiB, four of them located by its order id, so that a group shares few of them. Tried and not kept: smaller pages (as many microseconds in more pages), a savepoint for each payment, executing a group while the disk is busy with the one before. Not tried: payments_of_order without the payments that hold a slot (7 µs, at the price of two searches for each list of an order). On PostgreSQL, where the aim is 0.8 of the single insert: calls that arrive together share a transaction, one look-up and one statement of INSERTs, so that a call takes about 130 µs in the instance and 190 in the server, where the peer takes 65 and 77; a payment writes eight to ten of its fifteen indexes, a row of history and its search terms. Before: a transaction for each call, 530 and 660 µs; three checks of these rows against their payment. Tried and not kept: larger groups, one or three at a time (docs/decisions/no-check-for-each-row.md).",
  status:
    "Of about 35 µs, the read takes 8; the rest is node:http, Koa's context, our headers, the SHA-256 of the key and promises, half of which the echo (17 to 19 µs) has too. Already done: cached API keys, addresses chosen by their first segment, look-ups by position. Not tried: a read of three columns instead of thirty. On PostgreSQL, reads that arrive together share one transaction with its limits; before, each had one of its own, seven statements in two messages (about 140 µs).",
  deliveries:
    "Of about 110 µs, claim and result take 14, the records of the attempts 10, commits and their syncs 25, the query for due deliveries 7, the read before the send 6, undici and the socket 30 (the raw pool: 20 to 25, with nothing stored), signature, headers, metrics and promises the rest. Two durable steps for each attempt (docs/decisions/webhook-delivery.md) are what a pool does not have. Tried and not kept: smaller pages; a result without a claim before it would lose the count of sends in a crash. Not tried: records of attempts kept in the order of their deliveries instead of by the random id that the specification wants (11 µs by a measurement of the statements alone).",
  "deliveries-one-endpoint":
    "As for 16 endpoints. Since results wait for each other between commits and 60 claims are made ahead, one endpoint costs no more than sixteen; it may have four connections.",
  "deliveries-postgres":
    "A delivery costs about 140 µs of CPU in our process and as much in PostgreSQL, the receiver aside: claim and result change its row twice, each time with four or five index entries (about 100 µs in all), and the record of its attempt is written and completed (25). A job of graphile-worker costs about 170 µs on its side, and in PostgreSQL one table less and no record of the attempt; its extra cost is waiting, a round trip for each job, which counts more on a busy machine (a quarter of ours at a load of 15). Before: four statements for the read before each send, now one for the sends that begin while another one is read for; a trigger for each row and a check of each attempt against its delivery, a sixth of the statements' time (docs/decisions/no-check-for-each-row.md). Not tried: the claim in a table of its own, so that the indexes of deliveries change once for each attempt.",
  "sdk-call":
    "Our checks, the idempotency key and the deadline of each call; on a machine with other work the ratio spreads by half.",
  verify: "The first three of the peers do the same two calls of node:crypto and lie within the spread of a run.",
  start:
    "The echo itself starts in 250 ms of CPU under these conditions (two processes, a channel between them). Ours reads 1.5 MB of program, opens and migrates a new file; undici, nodemailer, the OpenAPI document, jose and the readers of statements are loaded when they are needed.",
  "growth-status": "The same steps into indexes of one level more; the spread of this run.",
  "growth-initialize":
    "The statements read and write the same rows; at a million payments the four pages that an order id decides are seldom in the page cache of SQLite (32 MB) and come from the system's.",
  "growth-stops":
    "With nothing else on the machine, 36 to 48 ms while new payments, their webhooks and background work share the process, and 44 to 53 ms with the list of payments; one round had a stop of 590 ms in the CPU time of our process, which did not recur in two more rounds and is not explained. By the profile, SQLite's writes are a third of the processor time (run), and with the list its reads another third (all). A turn of the event loop takes up to eighty units of one commit (about 10 ms) and 5 ms of reads with one page more. Tried and kept: checkpoints in a thread of their own (100 ms and more before), reads in several turns (60 ms before). Tried and not kept: a limit by the clock for the units of a commit, which commits less than it could when the machine is busy.",
  "growth-list": "The totals of the list read at most 20,000 payments; the small file has 1,000 (bench/MILLION.md).",
};
