#!/usr/bin/env python3
"""HyperQueue of PyPI, on this machine alone: hyperqueue_local.py DIR TASKS starts a server and two workers in its process."""
import os
import subprocess
import sys
import time

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

if len(sys.argv) != 3:
    sys.exit("usage: hyperqueue_local.py DIR TASKS")
program, directory, tasks = os.environ.get("X", "exactcover"), os.path.realpath(sys.argv[1]), sys.argv[2]
with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    client, last, stuck = cluster.client(), None, 0
    while True:
        plan = [program, "plan", directory, "--tasks", tasks]
        number, count, left = subprocess.run(plan, check=True, capture_output=True, text=True).stdout.split()
        if count == "0":
            break
        stuck = stuck + 1 if left == last else 0
        if stuck == 5:
            sys.exit(75)
        if stuck:
            time.sleep(2**stuck)
        last, job = left, Job()
        for task in range(int(count)):
            job.program([program, "run", directory, "--plan", number, "--task", str(task)], stdout=None, stderr=None)
        client.wait_for_jobs([client.submit(job)], raise_on_error=False)
sys.exit(subprocess.run([program, "merge", directory]).returncode)
