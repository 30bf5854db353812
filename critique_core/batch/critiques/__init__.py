"""Critiques of any number of answers: files in, a folder of parts out, on one machine or on a cluster.

inputs     files, folders, globs and object stores                 inputs.py
rows       the answers of a file, cut into blocks                  rows.py
judge      a block becomes a part: one row an answer               judge.py, shapes.py
engine     who judges: processes here, or actors of Ray            worker.py, local.py, ray_cluster.py
output     parts and manifest; what is done is not done again      output.py
run        all of it in this order                                 run.py
"""
